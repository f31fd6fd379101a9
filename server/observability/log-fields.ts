/** What a log line may hold. */

/** Allowed fields: our own identifiers, counts, durations, names from the code. */
export type LogFields = Readonly<Record<string, string | number | boolean | Trace | undefined>>

/** An error as it is logged: type, code, stack; never its message. Of SQLite's also its result code, and what that means. */
export type Trace = {
  type: string
  code?: string | number
  errcode?: number
  errstr?: string
  at: string[]
  cause?: Trace
}
