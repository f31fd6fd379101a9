/** An error message that screen readers announce at once (role=alert). */
import type { ReactNode } from 'react'

export function Alert({ children }: { children: ReactNode }) {
  return (
    <p className="banner" role="alert">
      {children}
    </p>
  )
}
