/** Mutants that may live, each with its reason; a room with many has a file of its own in survivors/. */
import type { Survivor } from './survivor.ts'
import { APPLICATION_SURVIVORS } from './survivors/applications.ts'
import { DELIVERY_SURVIVORS } from './survivors/delivery.ts'
import { DIRECTORY_SURVIVORS } from './survivors/directory.ts'
import { DOMAIN_SURVIVORS } from './survivors/domain.ts'
import { FORM_SURVIVORS } from './survivors/forms.ts'
import { HTTP_SURVIVORS } from './survivors/http.ts'
import { PASTE_SURVIVORS } from './survivors/pastes.ts'
import { POSTGRES_SURVIVORS } from './survivors/postgres.ts'
import { READER_SURVIVORS } from './survivors/readers.ts'
import { SQLITE_SURVIVORS } from './survivors/sqlite.ts'
import { STAFF_SURVIVORS } from './survivors/staff.ts'
import { STORE_SURVIVORS } from './survivors/store.ts'
import { WEB_SURVIVORS } from './survivors/web.ts'
import { WORKBOOK_SURVIVORS } from './survivors/workbooks.ts'

export const SURVIVORS: readonly Survivor[] = [
  ...DOMAIN_SURVIVORS,
  ...PASTE_SURVIVORS,
  ...APPLICATION_SURVIVORS,
  ...WEB_SURVIVORS,
  ...FORM_SURVIVORS,
  ...READER_SURVIVORS,
  ...WORKBOOK_SURVIVORS,
  ...STAFF_SURVIVORS,
  ...DELIVERY_SURVIVORS,
  ...HTTP_SURVIVORS,
  ...STORE_SURVIVORS,
  ...SQLITE_SURVIVORS,
  ...POSTGRES_SURVIVORS,
  ...DIRECTORY_SURVIVORS,
  {
    file: 'server/http/limits/applications.ts',
    call: 'starts.length === 0 ? []',
    mutator: 'ArrayDeclaration',
    why: 'where nothing was taken nobody looks how much is used',
  },
  {
    file: 'server/http/limits/applications.ts',
    call: "bucketName('mail'",
    why: 'the kinds only have to differ from each other',
  },
  {
    file: 'server/http/limits/applications.ts',
    call: "invitation ? bucketName('invitation', invitation) : bucketName('address', address)",
    mutator: 'StringLiteral',
    why: 'the kinds only have to differ from each other',
  },
  {
    file: 'server/http/limits/applications.ts',
    call: 'limit, hour, amount: call.bytes }] : []',
    mutator: 'ArrayDeclaration',
    why: 'a bucket without a limit refuses nothing',
  },
  {
    file: 'server/http/limits/applications.ts',
    call: 'run({ isNear: false, refusal: isNoRepetition })',
    mutator: 'BooleanLiteral',
    why: 'a call that is refused stores no flag',
  },
  {
    file: 'server/applications/retention.ts',
    call: "name: 'retention'",
    why: 'any name would do, as long as it is no other job’s',
  },
  {
    file: 'server/applications/retention.ts',
    call: 'Math.max(...rows.map(({ created_at }) => created_at))',
    why: 'what was taken is gone: where the next batch begins only saves time',
  },
]
