/** What went wrong, said at once. */
import type { ReactNode } from 'react'

export function Alert({ children }: { children: ReactNode }) {
  return (
    <p className="banner" role="alert">
      {children}
    </p>
  )
}
