/** Hydrates the prerendered page. Loaded by client.tsx once the page has been painted. */
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadPage } from './routes.tsx'

// No top-level await: the page's chunk imports this one, which would deadlock.
void loadPage(location.pathname).then(() => {
  const root = document.getElementById('root')
  if (root) hydrateRoot(root, <App />)
})

// Web vitals: loaded late, so that the reporter does not compete with what it measures.
const reportLater = () =>
  setTimeout(() => void import('./browser/vitals.ts').then(({ report }) => report()), 2000)
if (document.readyState === 'complete') reportLater()
else addEventListener('load', reportLater)
