/** Entry point of the staff console. */
import '../web/styles/tokens.css'
import '../web/styles/elements.css'
import '../web/styles/frame.css'
import '../web/styles/form.css'
import '../web/styles/parts.css'
import './styles/console.css'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'

const root = document.getElementById('console')
if (root) createRoot(root).render(<Console />)
