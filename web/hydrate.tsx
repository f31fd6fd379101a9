/** Hydrates the prerendered page. Loaded by client.tsx once the page has been painted. */
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { DETAILS_ID, FAULT_ID, SENDING_ID } from './frame-places.ts'
import { askForReload, offerNewerBuild, prepareSaving } from './reload.ts'
import { loadPage } from './routes.tsx'

/** Set by the last rule of the style sheet. */
const WHOLE_STYLES = '--styles-are-whole'

// No top-level await: the page's chunk imports this one, which would deadlock.
loadPage(location.pathname).then(
  () => {
    const root = document.getElementById('root')
    if (root) hydrateRoot(root, <App />)
    // Who has begun before hydration gets the code that the first focus loads; React keeps the event until it can answer.
    document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    if (document.readyState === 'complete') whenLoaded()
    else addEventListener('load', whenLoaded)
  },
  // The sentence for a page whose scripts never come says it.
  () => {},
)

function whenLoaded(): void {
  sayWhereStylesMiss()
  prepareSaving()
  offerNewerBuild(isBusy)
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
    document.getElementById(SENDING_ID)?.ariaLabel ||
      document.querySelector(`dialog[open], #${DETAILS_ID}`),
  )
