/** What a log line may hold. */

/** Allowed fields: our own identifiers, counts, durations, names from the code. */
export type LogFields = Readonly<Record<string, string | number | boolean | Trace | undefined>>

/** An error as it is logged: type, code, stack; never its message. */
export type Trace = { type: string; code?: string | number; at: string[]; cause?: Trace }
