/** Commands that change what staff keep of an application: its status, notes, and who stands in it. */
import { NOTE_LIMIT, STAFF_NAME_LIMIT } from '#domain/console.ts'
import { STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { lengthOf } from '#domain/text.ts'
import { createCases } from '../staff/cases.ts'
import { localPerson } from '../staff/local-person.ts'
import { type Command, choiceOf, Misuse, textOf, type Values } from './command.ts'

const BY = { by: { takes: '<名前>', about: '担当者の名前（既定はこのコンピューターの利用者名）' } }

export const CASEWORK_COMMANDS: readonly Command[] = [
  {
    name: 'applications status',
    takes: ['<受付番号>', STAFF_STATUS_NAMES.join('|')],
    about: '対応状況を変更し、履歴に残します。',
    options: { note: { takes: '<メモ>', about: '変更の理由などを履歴に残します' }, ...BY },
    async run(desk, [reference = '', status = ''], values) {
      const to = choiceOf({ status }, 'status', STAFF_STATUS_NAMES)
      if (to === '') throw new Misuse('対応状況を指定してください。')
      const note = checked(textOf(values, 'note'), NOTE_LIMIT)
      const cases = createCases(await desk.database(), desk.clock)
      await cases.changeStatus({ reference, who: whoOf(values), note, to })
      desk.say(`${reference} の対応状況を「${STAFF_STATUSES[to].label}」に変更しました。`)
      return 0
    },
  },
  {
    name: 'applications note',
    takes: ['<受付番号>', '<メモ>'],
    about: '履歴にメモを残します。',
    options: BY,
    async run(desk, [reference = '', text = ''], values) {
      const note = checked(text, NOTE_LIMIT)
      if (note.trim() === '') throw new Misuse('メモの内容を指定してください。')
      const cases = createCases(await desk.database(), desk.clock)
      await cases.addNote({ reference, who: whoOf(values), note })
      desk.say(`${reference} にメモを残しました。`)
      return 0
    },
  },
  {
    name: 'applications erase',
    takes: ['<受付番号>'],
    about: '個人情報を消去します。同意の記録だけが残り、元には戻せません。',
    options: BY,
    async run(desk, [reference = ''], values) {
      const cases = createCases(await desk.database(), desk.clock)
      await cases.erase({ reference, who: whoOf(values) })
      desk.say(`${reference} の個人情報を消去しました。以前のバックアップには残っています。`)
      return 0
    },
  },
]

function whoOf(values: Values): string {
  return checked(textOf(values, 'by') || localPerson(), STAFF_NAME_LIMIT)
}

function checked(text: string, limit: number): string {
  if (lengthOf(text) > limit) throw new Misuse(`${limit}文字以内で指定してください。`)
  return text
}
