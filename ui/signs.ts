/** Signs by which two people on the telephone name a field (「B-3」). There are none until somebody asks for them. */
import { useSyncExternalStore } from 'react'

/** By the name of the control. */
let signs: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

export function setSigns(next: ReadonlyMap<string, string>): void {
  signs = next
  for (const listener of listeners) listener()
}

export function useSign(name: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => signs.get(name),
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
