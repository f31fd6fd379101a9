/** Hook: figures that are asked for once, and again when somebody presses, and the same as a file. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { download, Refusal, send } from './api.ts'
import { SessionContext } from './session-context.ts'

export function useReport<T>(path: string, filePath: string) {
  const { isLost, lose } = useContext(SessionContext)
  const [data, setData] = useState<T | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** The path asked last: an answer to an earlier one comes too late. */
  const latest = useRef('')
  const attempt = useCallback(
    async <A>(work: () => Promise<A>, show: (answer: A) => void, isLate = () => false) => {
      try {
        const answer = await work()
        if (isLate()) return
        show(answer)
        setRefusal(null)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.status === 401) lose()
        else if (!isLate()) setRefusal(error)
      }
    },
    [lose],
  )
  const refresh = useCallback(() => {
    latest.current = path
    return attempt(
      () => send<T>('GET', path),
      setData,
      () => latest.current !== path,
    )
  }, [attempt, path])
  /** `part` is added to the address of the file. */
  const save = (part = '') =>
    attempt(
      () => download(filePath + part, new AbortController().signal),
      ({ name, content }) => saveFile(name, content),
    )
  useEffect(() => {
    if (!isLost) void refresh()
  }, [isLost, refresh])
  return { data, refusal, refresh, save }
}
