/** Whether the page has come to life: the clock, the query and storage are read only afterwards (reading 4). */
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
