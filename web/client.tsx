/** Client entry: hydrates the prerendered page. */
import './styles/tokens.css'
import './styles/elements.css'
import './styles/frame.css'
import './styles/form.css'
import './styles/parts.css'
import './styles/table.css'
import './styles/questions.css'
import './styles/directory.css'
import './styles/print.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadPage } from './routes.tsx'

// No top-level await: the page's chunk imports this one, which would deadlock.
void loadPage(location.pathname).then(() => {
  const root = document.getElementById('root')
  if (root) hydrateRoot(root, <App />)
})

// Web vitals: loaded late, so that the reporter does not compete with what it measures.
addEventListener('load', () => {
  setTimeout(() => void import('./browser/vitals.ts').then(({ report }) => report()), 2000)
})
