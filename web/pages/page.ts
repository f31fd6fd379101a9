/** The props of every page component: its heading, and navigation to other pages of the same document. */
import type { Navigation } from '../sending/navigation.ts'

export type PageProps = { title: string; navigation: Navigation }
