/** Command line options that filter a list of applications. */
import { FILTERS, type Filter } from '#domain/console.ts'
import { isDay } from '../staff/days.ts'
import { choiceOf, type Option, textOf, UsageError, type Values } from './command.ts'

export const FILTER_OPTIONS: Readonly<Record<string, Option>> = {
  flow: { takes: FILTERS.flow.join('|'), about: '手続きで絞り込みます' },
  state: { takes: FILTERS.state.join('|'), about: '申し込みの状態で絞り込みます' },
  status: { takes: FILTERS.status.join('|'), about: '対応状況で絞り込みます' },
  from: { takes: 'YYYY-MM-DD', about: 'この日以降に受け付けたもの（日本時間）' },
  to: { takes: 'YYYY-MM-DD', about: 'この日までに受け付けたもの（日本時間、当日を含む）' },
  flag: { takes: FILTERS.flag.join('|'), about: '確認事項で絞り込みます' },
  search: {
    takes: '<語>',
    about: '受付番号・お客様番号・メールアドレス・電話番号・法人名の一部で探します',
  },
}

/** Throws UsageError for a value that is not allowed. */
export function filterOf(values: Values): Filter {
  return {
    flow: choiceOf(values, 'flow', FILTERS.flow),
    state: choiceOf(values, 'state', FILTERS.state),
    status: choiceOf(values, 'status', FILTERS.status),
    flag: choiceOf(values, 'flag', FILTERS.flag),
    from: dayOf(values, 'from'),
    to: dayOf(values, 'to'),
    search: textOf(values, 'search'),
  }
}

/** A day's text; empty where the option was not given. Throws UsageError. */
export function dayOf(values: Values, name: string): string {
  const text = textOf(values, name)
  if (text === '' || isDay(text)) return text
  throw new UsageError(`--${name} には 2026-11-20 の形で日付を指定してください。`)
}
