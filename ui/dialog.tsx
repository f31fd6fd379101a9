/** Modal dialog: open as soon as it is there. Escape closes it, and closing gives the focus back to where it was. */
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose' | 'children'> & {
  /** Called once, when it has opened and before it is painted: the place for another focus than the first control's. */
  onOpen?: (dialog: HTMLDialogElement) => void
  /** It was closed, by Escape or by `close`: whoever shows it takes it away. */
  onClose: () => void
  /** What is taken away without being closed gives no focus back: see `dropFocus`. */
  children: (close: () => void) => ReactNode
}

export function Dialog({ onOpen, onClose, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before anything is painted: a dialog that is laid out closed first costs the page its styles twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    if (dialog.current) onOpen?.(dialog.current)
  }, [])
  return (
    <dialog {...rest} ref={dialog} onClose={onClose}>
      {children(() => dialog.current?.close())}
    </dialog>
  )
}

/** Before a dialog is taken away unclosed, because what comes of it takes the focus: giving it back first would cost the page its styles twice. */
export function dropFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
