/** How a prerendered page comes to life in the browser. */
import './styles/tokens.css'
import './styles/elements.css'
import './styles/frame.css'
import './styles/form.css'
import './styles/parts.css'
import './styles/table.css'
import './styles/questions.css'
import './styles/print.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { bring } from './pages.tsx'

// No await at the top: the page's code imports this file's chunk, and would wait for it for ever.
void bring(location.pathname).then(() => {
  const root = document.getElementById('root')
  if (root) hydrateRoot(root, <App />)
})

// Measuring must not compete with what it measures.
addEventListener('load', () => {
  setTimeout(() => void import('./browser/vitals.ts').then(({ report }) => report()), 2000)
})
