/** Commands that change an application: status, notes, erasure of personal data. */
import { NOTE_LIMIT, STAFF_NAME_LIMIT } from '#domain/console.ts'
import { STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { lengthOf } from '#domain/text.ts'
import { createStaffApplications } from '../staff/applications.ts'
import { localActor } from '../staff/local-person.ts'
import { type Command, choiceOf, textOf, UsageError, type Values } from './command.ts'

const BY = { by: { takes: '<名前>', about: '担当者の名前（既定はこのコンピューターの利用者名）' } }

export const APPLICATION_CHANGE_COMMANDS: readonly Command[] = [
  {
    name: 'applications status',
    takes: ['<受付番号>', STAFF_STATUS_NAMES.join('|')],
    about: '対応状況を変更し、履歴に残します。',
    options: { note: { takes: '<メモ>', about: '変更の理由などを履歴に残します' }, ...BY },
    async run(context, [reference = '', status = ''], values) {
      const to = choiceOf({ status }, 'status', STAFF_STATUS_NAMES)
      if (to === '') throw new UsageError('対応状況を指定してください。')
      const note = checked(textOf(values, 'note'), NOTE_LIMIT)
      const applications = createStaffApplications(await context.database(), context.clock)
      await applications.changeStatus({ reference, by: localActor(), as: nameOf(values), note, to })
      context.say(`${reference} の対応状況を「${STAFF_STATUSES[to].label}」に変更しました。`)
      return 0
    },
  },
  {
    name: 'applications note',
    takes: ['<受付番号>', '<メモ>'],
    about: '履歴にメモを残します。',
    options: BY,
    async run(context, [reference = '', text = ''], values) {
      const note = checked(text, NOTE_LIMIT)
      if (note.trim() === '') throw new UsageError('メモの内容を指定してください。')
      const applications = createStaffApplications(await context.database(), context.clock)
      await applications.addNote({ reference, by: localActor(), as: nameOf(values), note })
      context.say(`${reference} にメモを残しました。`)
      return 0
    },
  },
  {
    name: 'applications erase',
    takes: ['<受付番号>'],
    about: '個人情報を消去します。同意の記録だけが残り、元には戻せません。',
    options: BY,
    async run(context, [reference = ''], values) {
      const applications = createStaffApplications(await context.database(), context.clock)
      await applications.erase({ reference, by: localActor(), as: nameOf(values) })
      context.say(`${reference} の個人情報を消去しました。以前のバックアップには残っています。`)
      return 0
    },
  },
]

/** The history's name; the audit trail has the local user. */
function nameOf(values: Values): string | undefined {
  return checked(textOf(values, 'by'), STAFF_NAME_LIMIT) || undefined
}

function checked(text: string, limit: number): string {
  if (lengthOf(text) > limit) throw new UsageError(`${limit}文字以内で指定してください。`)
  return text
}
