/** Imported before PDF.js, whose core takes a worker without a window for its own and answers its messages: this one is ours. */

const isWindowless = typeof (globalThis as { window?: unknown }).window === 'undefined'
if (isWindowless) Object.assign(globalThis, { window: globalThis })

/** Once PDF.js is there. */
export function takeWindowAway(): void {
  if (isWindowless) Reflect.deleteProperty(globalThis, 'window')
}
