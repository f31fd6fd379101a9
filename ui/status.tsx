import type { ReactNode } from 'react'
import { Unbroken } from './unbroken.tsx'

type StatusProps = { className?: string | undefined; children: ReactNode }

/**
 * News that screen readers say when it comes (role=status), and read where it stands: of a paragraph that is itself the
 * status Orca says that it is one, and not its words.
 */
export function Status({ className, children }: StatusProps) {
  return (
    <div role="status" className={className}>
      {children ? (
        <p>
          <Unbroken>{children}</Unbroken>
        </p>
      ) : null}
    </div>
  )
}
