/** systemd's journal: whether this process writes to it, and the priority that it takes a line for. */
import { fstatSync } from 'node:fs'

/** The priorities of syslog, as sd-daemon(3) has them in front of a line. */
export const PRIORITIES = {
  trace: '<7>',
  debug: '<7>',
  info: '<6>',
  warn: '<4>',
  error: '<3>',
  fatal: '<2>',
} as const

/** `stream` is JOURNAL_STREAM, `<device>:<inode>` of the journal's socket: only that descriptor is the journal. */
export function isJournal(stream: string, descriptor: number): boolean {
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return stream === `${dev}:${ino}`
}
