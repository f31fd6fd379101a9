/** A pause that ends early when there is something to do. */

export type Waker = {
  wake(): void
  /** Resolves after the time, or at once where `wake` was called since the last rest ended. */
  rest(ms: number): Promise<void>
}

export function createWaker(): Waker {
  let isAwake = false
  let end: (() => void) | undefined
  return {
    wake() {
      isAwake = true
      end?.()
    },
    rest(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), ms)
        end = () => {
          clearTimeout(timer)
          end = undefined
          isAwake = false
          resolve()
        }
        if (isAwake) end()
      })
    },
  }
}
