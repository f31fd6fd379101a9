/** Reads log lines of the server, from a file or standard input: as written, or as `journalctl -o cat` prints them. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export type LogLine = Readonly<Record<string, unknown>> & { time: string; event: string }

/** Those that `matches` takes, in the order of the log; whatever else stands in it is passed over. `-` is standard input. */
export async function readLog(
  file: string,
  matches: (line: LogLine) => boolean,
): Promise<LogLine[]> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  const found: LogLine[] = []
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = parsed(text)
    if (line && matches(line)) found.push(line)
  }
  return found
}

function parsed(text: string): LogLine | undefined {
  const start = text.indexOf('{')
  if (start === -1) return undefined
  try {
    const line: unknown = JSON.parse(text.slice(start))
    return isLogLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

function isLogLine(line: unknown): line is LogLine {
  return (
    typeof line === 'object' &&
    line !== null &&
    'time' in line &&
    typeof line.time === 'string' &&
    'event' in line &&
    typeof line.event === 'string'
  )
}
