/** Puts what the directory offers beside a form that is already there: once, and in a React root of its own. */
import { createRoot } from 'react-dom/client'
import { Boundary } from '../parts/boundary.tsx'
import { DirectoryTools } from './directory-tools.tsx'

const started = new WeakSet<HTMLFormElement>()

export function start(form: HTMLFormElement, period: string): void {
  if (started.has(form)) return
  started.add(form)
  const place = document.createElement('div')
  form.append(place)
  createRoot(place).render(
    <Boundary>
      <DirectoryTools form={form} period={period} />
    </Boundary>,
  )
}
