/** Throttling of repeated log lines: the first is written, then once a minute how many more there were. */
import type { LogFields, Trace } from './log-fields.ts'

export const REPEAT_MS = 60_000

type Repeat = { count: number; timer: NodeJS.Timeout }

/** `report` writes how often a line was left out since it, or its last report, was written. */
export function createRepeats(
  report: (line: { event: string; fields: LogFields }, count: number) => void,
) {
  const open = new Map<string, Repeat & { event: string; fields: LogFields }>()
  const settle = (key: string) => {
    const repeat = open.get(key)
    if (!repeat) return
    clearTimeout(repeat.timer)
    if (repeat.count === 0) open.delete(key)
    else {
      report(repeat, repeat.count)
      repeat.count = 0
      repeat.timer = setTimeout(settle, REPEAT_MS, key).unref()
    }
  }
  return {
    /** Whether the line is to be written now. */
    isFirst(event: string, fields: LogFields): boolean {
      const key = keyOf(event, fields)
      const repeat = open.get(key)
      if (repeat) {
        repeat.count += 1
        return false
      }
      const timer = setTimeout(settle, REPEAT_MS, key).unref()
      open.set(key, { event, fields, count: 0, timer })
      return true
    },
    /** Reports what was left out so far. */
    flush() {
      for (const key of [...open.keys()]) if (open.get(key)?.count) settle(key)
    },
  }
}

/** Which request or mail met a fault does not make it another one: its place in the code does. */
function keyOf(event: string, fields: LogFields): string {
  const trace = Object.values(fields).find((value) => typeof value === 'object')
  return JSON.stringify([event, trace ? placeOf(trace) : fields])
}

function placeOf({ type, code, errcode, at, cause }: Trace): unknown {
  return [type, code, errcode, at[0], cause && placeOf(cause)]
}
