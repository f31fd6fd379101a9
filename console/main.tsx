/** Entry point of the staff console. */
import '../web/styles/tokens.css'
import '../web/styles/elements.css'
import '../web/styles/frame.css'
import '../web/styles/form.css'
import '../web/styles/summary.css'
import '../web/styles/parts.css'
import './styles/frame.css'
import './styles/parts.css'
import './styles/account.css'
import './styles/list.css'
import './styles/card-table.css'
import './styles/application.css'
import './styles/print.css'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'

const root = document.getElementById('console')
if (root) createRoot(root).render(<Console />)
