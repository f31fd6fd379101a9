/** Hydrates the prerendered page. Loaded by client.tsx once the page has been painted. */
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { CALL_ID, DETAILS_ID, FAULT_ID, SENDING_ID } from './frame-places.ts'
import {
  askForReload,
  CannotRun,
  loadLate,
  loadTwice,
  offerNewerBuild,
  prepareSaving,
  sayCannotRun,
} from './reload.ts'
import { loadPage } from './routes.tsx'
import { whatWasTyped } from './typed-before.ts'

/** Set by the last rule of the style sheet. */
const WHOLE_STYLES = '--styles-are-whole'

// No top-level await: the page's chunk imports this one, which would deadlock.
loadTwice(() => loadPage(location.pathname)).then(begin, (error) => {
  // Where it never comes, the sentence for that says it.
  if (error instanceof CannotRun) sayCannotRun()
})

function begin(): void {
  const root = document.getElementById('root')
  if (root) hydrate(root)
  offerSigns()
  // Who has begun before hydration gets the code that the first focus loads; React keeps the event until it can answer.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  if (document.readyState === 'complete') whenLoaded()
  else addEventListener('load', whenLoaded)
}

function hydrate(root: HTMLElement): void {
  const giveBack = whatWasTyped(root)
  const onRecoverableError = (error: unknown) => {
    // As React does by itself.
    reportError(error)
    giveBack()
  }
  hydrateRoot(root, <App />, { onRecoverableError })
}

const loadSigns = () => import('./call/field-signs.ts')

/** The frame is never hydrated: its button is given life here. */
function offerSigns(): void {
  const button = document.getElementById(CALL_ID)
  button?.removeAttribute('disabled')
  button?.addEventListener('click', async () => (await loadLate(loadSigns))?.toggleSigns(button))
}

function whenLoaded(): void {
  sayWhereStylesMiss()
  prepareSaving()
  offerNewerBuild(isBusy)
  // Whoever objects by the browser's setting is not reported of.
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return
  // Web vitals: loaded late, so that the reporter does not compete with what it measures.
  setTimeout(() => {
    // Without a connection there is nothing to report to.
    import('./vitals.ts').then(
      ({ report }) => report(),
      () => {},
    )
  }, 2000)
}

/** Without them the sentence would stand below the whole page. */
function sayWhereStylesMiss(): void {
  const style = getComputedStyle(document.documentElement)
  const fault = document.getElementById(FAULT_ID)
  if (!fault || style.getPropertyValue(WHOLE_STYLES)) return
  Object.assign(fault.style, { position: 'sticky', bottom: 0, background: 'Canvas' })
  void askForReload(WHOLE_STYLES)
}

/** While something is sent, a dialog waits for an answer, or a number has opened what a reload would close. */
const isBusy = () =>
  Boolean(
    document.getElementById(SENDING_ID)?.hasAttribute('aria-label') ||
      document.querySelector(`dialog[open], #${DETAILS_ID}`),
  )
