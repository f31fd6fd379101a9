import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * A browser keeps a page that is left as it stands, and shows it again at Back, perhaps to somebody else (back/forward
 * cache): `forget` takes off what the gate has opened, before the page is kept; `comeBack` is called where it is shown again.
 */
export function useLeaving(forget: () => void, comeBack: () => void): void {
  const onHide = useEffectEvent(() => flushSync(forget))
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    flushSync(forget)
    comeBack()
  })
  useEffect(() => {
    const hide = () => onHide()
    const show = (event: PageTransitionEvent) => onShow(event)
    addEventListener('pagehide', hide)
    addEventListener('pageshow', show)
    return () => {
      removeEventListener('pagehide', hide)
      removeEventListener('pageshow', show)
    }
  }, [])
}
