/** Whether this process should be given work: not while it drains, and not while its database takes none. */

export type Health = {
  readonly draining: boolean
  /** From now on every new request is refused; there is no way back. */
  drain(): void
  isReady(): Promise<boolean>
}

/** `check` rejects while the database cannot store; it is asked anew each time, so readiness comes back by itself. */
export function createHealth(check: () => Promise<void>): Health {
  let draining = false
  return {
    get draining() {
      return draining
    },
    drain() {
      draining = true
    },
    async isReady() {
      if (draining) return false
      return check().then(
        () => !draining,
        () => false,
      )
    },
  }
}
