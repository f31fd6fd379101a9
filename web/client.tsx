/** Client entry: lets the prerendered page be painted before any other script of it runs. */
import '#ui/styles/tokens.css'
import '#ui/styles/elements.css'
import '#ui/styles/frame.css'
import '#ui/styles/form.css'
import '#ui/styles/summary.css'
import '#ui/styles/parts.css'
import './styles/table.css'
import '#ui/styles/difference.css'
import '#ui/styles/dialog.css'
import './styles/questions.css'
import './styles/directory.css'
import './styles/status.css'
import './styles/print.css'
import './styles/end.css'

// The document names the script: an import that the build resolves would bring its helpers into this file, and React with them.
const script = document.querySelector<HTMLLinkElement>('#hydrate')?.href ?? ''
// Where it never comes, the page says so by its style alone.
const hydrate = () => void import(/* @vite-ignore */ script).catch(() => {})

// That sentence has a plain link, which drops the fragment, and with it an invitation: a reload keeps it.
document.querySelector('#waiting a')?.addEventListener('click', (event) => {
  event.preventDefault()
  location.reload()
})

// A frame's callbacks run before it is painted, a timer set in them after. A page that nobody sees has no frames.
if (document.hidden) hydrate()
else requestAnimationFrame(() => setTimeout(hydrate))
