/** Every command of the staff command line, in the order of its help. */
import { APPLICATION_COMMANDS } from './applications.ts'
import type { Command } from './command.ts'
import { DIRECTORY_COMMANDS } from './directory.ts'
import { EXPLAIN_COMMANDS } from './explain.ts'
import { INVITATION_COMMANDS } from './invitations.ts'
import { MAINTENANCE_COMMANDS, OPERATOR_COMMANDS } from './maintenance.ts'
import { OUTBOX_COMMANDS } from './outbox.ts'
import { RETURNED_COMMANDS } from './returned.ts'
import { STAFF_ACCOUNT_COMMANDS } from './staff-accounts.ts'
import { TOKEN_COMMANDS } from './tokens.ts'

export const COMMANDS: readonly Command[] = [
  ...APPLICATION_COMMANDS,
  ...EXPLAIN_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...RETURNED_COMMANDS,
  ...INVITATION_COMMANDS,
  ...DIRECTORY_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...STAFF_ACCOUNT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...MAINTENANCE_COMMANDS,
]
