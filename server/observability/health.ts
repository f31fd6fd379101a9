/** Readiness: false while the process drains or its database does not store. */

export type Health = {
  /** New requests are refused. */
  readonly draining: boolean
  /** From now on readiness is red while work is still taken, so that a load balancer moves on without a refusal. */
  announceShutdown(): void
  /** From now on every new request is refused; there is no way back. */
  drain(): void
  isReady(): Promise<boolean>
}

/**
 * `check` rejects while the database cannot store; it is asked anew each time, so readiness comes back by itself.
 * `onRed` is called with the reason each time it is red.
 */
export function createHealth(
  check: () => Promise<void>,
  onRed: (error: unknown) => void = () => {},
): Health {
  let draining = false
  let announced = false
  return {
    get draining() {
      return draining
    },
    announceShutdown() {
      announced = true
    },
    drain() {
      announced = true
      draining = true
    },
    async isReady() {
      if (announced) return false
      return check().then(
        () => !announced,
        (error) => {
          onRed(error)
          return false
        },
      )
    },
  }
}
