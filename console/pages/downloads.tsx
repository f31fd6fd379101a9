/** Buttons that download the filtered list; a refusal or a broken download is said on the page. */
import { useState } from 'react'
import type { ExportFormat, Filter } from '#domain/console.ts'
import { download, Refusal } from '../api.ts'
import { downloadPath } from '../filter.ts'
import { Alert } from '../parts/alert.tsx'

const LABELS = { xlsx: 'Excel', csv: 'CSV', json: 'JSON' } as const satisfies Record<
  ExportFormat,
  string
>
const FORMATS = Object.keys(LABELS) as ExportFormat[]

export function Downloads({ filter }: { filter: Filter }) {
  const [running, setRunning] = useState<ExportFormat | null>(null)
  const [problem, setProblem] = useState('')
  const start = async (format: ExportFormat) => {
    if (running) return
    setRunning(format)
    setProblem('')
    try {
      const { name, content } = await download(downloadPath(format, filter))
      save(name, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
    } finally {
      setRunning(null)
    }
  }
  return (
    <section className="downloads" aria-label="ダウンロード">
      <p>この条件のお申し込みをダウンロード</p>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="secondary"
          aria-busy={running === format}
          onClick={() => void start(format)}
        >
          {LABELS[format]}
        </button>
      ))}
      {problem !== '' && <Alert>{problem}</Alert>}
    </section>
  )
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // At once would be before some browsers have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
