/** Downloads of the filtered list: how much it is, how far it has come, and an end to it. */
import { useRef, useState } from 'react'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportProgress,
  exportRunPath,
} from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { saveFile } from '#ui/save-file.ts'
import { download, poll, Refusal, send } from '../api.ts'
import { downloadPath } from '../filter.ts'
import { Alert } from '../parts/basics.tsx'

const LABELS = { xlsx: 'Excel', csv: 'CSV', json: 'JSON' } as const satisfies Record<
  ExportFormat,
  string
>
const PROGRESS_MS = 1000

type Running = { format: ExportFormat; run: string; progress: ExportProgress | null }

/** A refusal or a broken download is shown on the page. */
export function Downloads({ filter }: { filter: Filter }) {
  const { running, problem, start, cancel } = useDownload(filter)
  return (
    <section className="downloads" aria-label="ダウンロード">
      <p>この条件のお申し込みをダウンロード</p>
      {EXPORT_FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="secondary"
          aria-busy={running?.format === format}
          onClick={() => void start(format)}
        >
          {LABELS[format]}
        </button>
      ))}
      {running?.progress && (
        <>
          <progress
            aria-label="ダウンロードの進み具合"
            value={running.progress.done}
            max={Math.max(1, running.progress.total)}
          />
          <p>
            {running.progress.total.toLocaleString()}件のうち
            {running.progress.done.toLocaleString()}件
          </p>
          <button type="button" className="secondary" onClick={() => void cancel()}>
            中止する
          </button>
        </>
      )}
      {problem !== '' && <Alert>{problem}</Alert>}
    </section>
  )
}

function useDownload(filter: Filter) {
  const [running, setRunning] = useState<Running | null>(null)
  const [problem, setProblem] = useState('')
  const isCancelled = useRef(false)
  const start = async (format: ExportFormat) => {
    if (running) return
    const run = crypto.randomUUID()
    isCancelled.current = false
    setRunning({ format, run, progress: null })
    setProblem('')
    const timer = setInterval(() => void watch(run, setRunning), PROGRESS_MS)
    try {
      const { name, content } = await download(`${downloadPath(format, filter, run)}`)
      if (!isCancelled.current) saveFile(name, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!isCancelled.current) setProblem(error.message)
    } finally {
      clearInterval(timer)
      setRunning(null)
    }
  }
  const cancel = async () => {
    if (!running) return
    isCancelled.current = true
    await send('DELETE', exportRunPath(running.run)).catch(ignoreRefusal)
  }
  return { running, problem, start, cancel }
}

/** A short one is over before it is asked for. */
async function watch(
  run: string,
  setRunning: (change: (old: Running | null) => Running | null) => void,
) {
  try {
    const progress = await poll<ExportProgress>(exportRunPath(run))
    setRunning((old) => (old?.run === run ? { ...old, progress } : old))
  } catch (error) {
    ignoreRefusal(error)
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
