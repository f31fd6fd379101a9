/** Error boundary: what fails inside it takes nothing else off the screen, and the page asks to be reloaded. */
import { Component, type ReactNode } from 'react'
import { WAITING_ID } from '../frame-places.ts'
import { askForReload, sayCannotRun } from '../reload.ts'

type Props = {
  children: ReactNode
  /** Shows what stood on the page, as a picture of it. */
  isPage?: true
}
/** A copy of the page as it stood; undefined while nothing has failed. */
type State = { copy?: HTMLElement | null }

export class Boundary extends Component<Props, State> {
  override state: State = {}

  /** React removes what failed only after this. */
  static getDerivedStateFromError(): State {
    return { copy: copyOf(document.getElementById('root')) }
  }

  override componentDidCatch(): void {
    // It stands until the page has come to life for the first time.
    if (this.props.isPage && document.getElementById(WAITING_ID)) sayCannotRun()
    else void askForReload(this)
  }

  override render(): ReactNode {
    const { copy } = this.state
    if (copy === undefined) return this.props.children
    // Nothing would keep what is typed into it.
    return this.props.isPage && <div inert ref={(place) => place?.append(copy ?? '')} />
  }
}

/** With what was typed: of a select, a copy forgets the choice. */
function copyOf(page: HTMLElement | null): HTMLElement | null {
  if (!page) return null
  const copy = page.cloneNode(true) as HTMLElement
  const chosen = page.querySelectorAll('select')
  copy.querySelectorAll('select').forEach((select, index) => {
    select.value = chosen[index]?.value ?? ''
  })
  return copy
}
