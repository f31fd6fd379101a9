/** Brings the staff console to life. */
import '../styles/tokens.css'
import '../styles/elements.css'
import '../styles/frame.css'
import '../styles/form.css'
import '../styles/parts.css'
import './styles/console.css'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'

const root = document.getElementById('console')
if (root) createRoot(root).render(<Console />)
