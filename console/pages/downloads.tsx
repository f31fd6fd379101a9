/** Downloads of the filtered list: a question before a large one, how far it has come, and an end to it. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  EXPORT_FORMATS,
  EXPORT_LABELS,
  type ExportFormat,
  exportRunPath,
} from '#contract/console.ts'
import type { ExportProgress, ExportSize } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { Dialog } from '#ui/dialog.tsx'
import { moveFocus } from '#ui/focus.ts'
import { saveFile } from '#ui/save-file.ts'
import { download, poll, Refusal, send } from '../api.ts'
import { exportSentences, exportTitle, isLarge } from '../export-words.ts'
import { downloadPath, sizePath } from '../filter.ts'
import { Alert } from '../parts/basics.tsx'

const PROGRESS_MS = 1000

type Running = { format: ExportFormat; run: string; progress: ExportProgress | null }
type Question = { format: ExportFormat; size: ExportSize }

/** A refusal or a broken download is shown on the page. */
export function Downloads({ filter }: { filter: Filter }) {
  const { running, question, said, problem, ask, answer, cancel } = useDownload(filter)
  return (
    <section className="downloads" aria-label="ダウンロード">
      <p>この条件のお申し込みをダウンロード</p>
      {EXPORT_FORMATS.map((format) => (
        <button
          key={format}
          id={buttonId(format)}
          type="button"
          className="secondary"
          aria-busy={running?.format === format}
          onClick={() => void ask(format)}
        >
          {EXPORT_LABELS[format]}
        </button>
      ))}
      {running?.progress && <Progress progress={running.progress} onCancel={() => void cancel()} />}
      {/* No role: an empty status is read as one with the page. */}
      <p aria-live="polite">{said}</p>
      {problem !== '' && <Alert>{problem}</Alert>}
      {question && <SizeQuestion question={question} onAnswer={answer} />}
    </section>
  )
}

const CANCEL_ID = 'download-cancel'
const buttonId = (format: ExportFormat) => `download-${format}`

type ProgressProps = { progress: ExportProgress; onCancel: () => void }

function Progress({ progress: { done, total }, onCancel }: ProgressProps) {
  return (
    <>
      <progress aria-label="ダウンロードの進み具合" value={done} max={Math.max(1, total)} />
      <p>
        {total.toLocaleString()}件のうち{done.toLocaleString()}件
      </p>
      <button type="button" className="secondary" id={CANCEL_ID} onClick={onCancel}>
        中止する
      </button>
    </>
  )
}

type QuestionProps = { question: Question; onAnswer: (goesOn: boolean) => void }

function SizeQuestion({ question: { format, size }, onAnswer }: QuestionProps) {
  const goesOn = useRef(false)
  return (
    <Dialog aria-labelledby="export-title" onClose={() => onAnswer(goesOn.current)}>
      {(close) => (
        <>
          <h2 id="export-title">{exportTitle(format, size)}</h2>
          {exportSentences(format, size).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="actions">
            <button
              type="button"
              onClick={() => {
                goesOn.current = true
                close()
              }}
            >
              ダウンロードする
            </button>
            <button type="button" className="secondary" onClick={close}>
              やめる
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

/** To cancel aborts the request first: a browser repeats a GET whose connection the server ends, and the export with it. */
function useDownload(filter: Filter) {
  const [running, setRunning] = useState<Running | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  const ending = useRef(new AbortController())
  const attempt = async (format: ExportFormat, work: () => Promise<void>) => {
    setProblem('')
    setSaid('')
    try {
      await work()
    } catch (error) {
      if (ending.current.signal.aborted) return
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
    } finally {
      const wasOnCancel = document.activeElement?.id === CANCEL_ID
      flushSync(() => setRunning(null))
      if (wasOnCancel) moveFocus(document.getElementById(buttonId(format)))
    }
  }
  const begin = async (format: ExportFormat) => {
    const run = crypto.randomUUID()
    setRunning({ format, run, progress: null })
    const timer = setInterval(() => void watch(run, setRunning), PROGRESS_MS)
    try {
      const path = downloadPath(format, filter, run)
      const { name, content } = await download(path, ending.current.signal)
      saveFile(name, content)
    } finally {
      clearInterval(timer)
    }
  }
  const ask = async (format: ExportFormat) => {
    if (running) return
    ending.current = new AbortController()
    await attempt(format, async () => {
      setRunning({ format, run: '', progress: null })
      const size = await send<ExportSize>('GET', sizePath(filter))
      if (isLarge(format, size)) setQuestion({ format, size })
      else await begin(format)
    })
  }
  const answer = (goesOn: boolean) => {
    setQuestion(null)
    if (goesOn && question) void attempt(question.format, () => begin(question.format))
  }
  const cancel = async () => {
    if (!running) return
    ending.current.abort()
    await send('DELETE', exportRunPath(running.run)).catch(ignoreRefusal)
    setSaid('ダウンロードを中止しました。')
  }
  return { running, question, said, problem, ask, answer, cancel }
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
