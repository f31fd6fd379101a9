/** Client entry: lets the prerendered page be painted before any other script of it runs. */
import '#ui/styles/tokens.css'
import '#ui/styles/elements.css'
import '#ui/styles/frame.css'
import '#ui/styles/form.css'
import '#ui/styles/summary.css'
import '#ui/styles/parts.css'
import './styles/table.css'
import './styles/table-cards.css'
import '#ui/styles/difference.css'
import '#ui/styles/dialog.css'
import './styles/questions.css'
import './styles/directory.css'
import './styles/status.css'
import './styles/print.css'
import './styles/end.css'

// The document names the script: an import that the build resolves would bring its helpers into this file, and React with them.
const script = document.querySelector<HTMLLinkElement>('#hydrate')?.href ?? ''
const load = () => import(/* @vite-ignore */ script)
const waiting = document.querySelector('#waiting')

// Where it never comes, the page says so by its style alone. What has come and fails has the same error at each try.
const hydrate = () =>
  load().catch((error) => load().catch((again) => again === error && sayCannotRun()))

function sayCannotRun(): void {
  if (!waiting) return
  waiting.className = 'banner fault'
  for (const part of waiting.querySelectorAll<HTMLElement>(':scope > *')) part.hidden = !part.hidden
}

// That sentence has a plain link, which drops the fragment, and with it an invitation: a reload keeps it.
waiting?.querySelector('a')?.addEventListener('click', (event) => {
  event.preventDefault()
  location.reload()
})

// A frame's callbacks run before it is painted, a timer set in them after. A page that nobody sees has no frames.
if (document.hidden) void hydrate()
else requestAnimationFrame(() => setTimeout(hydrate))
