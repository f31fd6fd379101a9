/** Hydrates the prerendered page. Loaded by client.tsx once the page has been painted. */
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadPage } from './routes.tsx'

// No top-level await: the page's chunk imports this one, which would deadlock.
void loadPage(location.pathname).then(() => {
  const root = document.getElementById('root')
  if (root) hydrateRoot(root, <App />)
  // Who has begun before hydration gets the code that the first focus loads; React keeps the event until it can answer.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
})

// Web vitals: loaded late, so that the reporter does not compete with what it measures.
const reportLater = () =>
  setTimeout(() => {
    // Without a connection there is nothing to report to.
    import('./vitals.ts').then(
      ({ report }) => report(),
      () => {},
    )
  }, 2000)
if (document.readyState === 'complete') reportLater()
else addEventListener('load', reportLater)
