/** Entry point of the staff console. */
import '#ui/styles/tokens.css'
import '#ui/styles/elements.css'
import '#ui/styles/frame.css'
import '#ui/styles/form.css'
import '#ui/styles/summary.css'
import '#ui/styles/parts.css'
import '#ui/styles/difference.css'
import '#ui/styles/dialog.css'
import './styles/frame.css'
import './styles/parts.css'
import './styles/account.css'
import './styles/list.css'
import './styles/card-table.css'
import './styles/application-rows.css'
import './styles/application.css'
import './styles/print.css'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'

const root = document.getElementById('console')
if (root) createRoot(root).render(<Console />)
