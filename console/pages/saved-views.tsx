/** A person's saved views: conditions under a name, never what was searched for. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONSOLE_PATHS, VIEW_NAME_LIMIT, viewPath } from '#contract/console.ts'
import type { ViewsReply } from '#contract/console-answers.ts'
import type { Filter, SavedView } from '#contract/console-schemas.ts'
import { catchFocus } from '#ui/focus.ts'
import { Refusal, send } from '../api.ts'
import { EVERYTHING, pagePath } from '../filter.ts'
import { Alert, ApplicantText } from '../parts/basics.tsx'

type Props = { filter: Filter; onShow: (filter: Filter) => void }

export function SavedViews({ filter, onShow }: Props) {
  const { views, problem, save, remove } = useViews()
  const nav = useRef<HTMLElement>(null)
  const current = views.find((view) => isOpen(view, filter))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { search: _, ...conditions } = filter
    const name = String(new FormData(event.currentTarget).get('view')).trim()
    if (await save({ name, filter: conditions })) goOn('[aria-current]')
  }
  /** What was pressed has given way to this. */
  const goOn = (selector: string) => catchFocus(nav.current?.querySelector<HTMLElement>(selector))
  const isNarrow = pagePath(filter) !== pagePath(EVERYTHING)
  if (views.length === 0 && !isNarrow) return null
  return (
    <nav className="views" aria-label="保存した条件" ref={nav}>
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              className="secondary"
              aria-current={view === current ? 'page' : undefined}
              onClick={() => onShow({ ...EVERYTHING, ...view.filter })}
            >
              <ApplicantText>{view.name}</ApplicantText>
            </button>
          </li>
        ))}
        {current ? (
          <li>
            <button
              type="button"
              className="secondary"
              onClick={async () => (await remove(current.name)) && goOn('input')}
            >
              「<ApplicantText>{current.name}</ApplicantText>」を削除
            </button>
          </li>
        ) : (
          isNarrow && (
            <li>
              <form onSubmit={submit} aria-label="条件の保存">
                <label htmlFor="view">この条件の名前</label>
                <input
                  type="text"
                  id="view"
                  name="view"
                  required
                  maxLength={VIEW_NAME_LIMIT}
                  autoComplete="off"
                />
                <button type="submit" className="secondary">
                  保存
                </button>
              </form>
            </li>
          )
        )}
      </ul>
      {problem !== '' && <Alert>{problem}</Alert>}
    </nav>
  )
}

function isOpen({ filter }: SavedView, open: Filter): boolean {
  return pagePath({ ...EVERYTHING, ...filter }) === pagePath(open)
}

/** Asked for once: nobody else changes them. */
function useViews() {
  const [views, setViews] = useState<readonly SavedView[]>([])
  const [problem, setProblem] = useState('')
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem('')
    try {
      await work()
      const { views } = await send<ViewsReply>('GET', CONSOLE_PATHS.views)
      flushSync(() => setViews(views))
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
      return false
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => void attempt(async () => {}), [])
  return {
    views,
    problem,
    save: (view: SavedView) => attempt(() => send('POST', CONSOLE_PATHS.views, view)),
    remove: (name: string) => attempt(() => send('DELETE', viewPath(name))),
  }
}
