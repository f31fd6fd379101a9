/** Bugs that can be planted in a server, by name; plant.ts makes them. */
export const BUGS = {
  'early-reply': 'the reply goes out before the commit',
  'key-not-unique': 'the key is not unique',
  'applicant-key-not-unique': 'the key of an applicant’s call is not unique',
  'no-sync': 'SQLite does not wait for the disk',
  'no-recovery': 'what a crash left is answered from before it is on disk',
  'no-sync-postgres': 'PostgreSQL does not wait for the disk (synchronous_commit = off)',
  'fsync-error-passes': 'a failed fsync counts as a passing trouble',
  'commit-error-ignored': 'a failed commit is overlooked',
  'exit-at-once': 'SIGTERM ends the process at once',
  'sent-before-sending': 'a mail is written down as sent before it is',
  'short-lease': 'a mail may be taken over after half a second',
  hastening: 'a mail that went out makes those under way due',
} as const

export type Bug = keyof typeof BUGS
