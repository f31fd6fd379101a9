/** Commands of the national directory of facilities. */

import { dirname, resolve } from 'node:path'
import { formatPeriod } from '#domain/directory.ts'
import { POSTAL_CODES } from '../config/settings.ts'
import { type DirectoryImport, importDirectory } from '../directory/import.ts'
import { createZipcodeOf } from '../directory/zipcode-of-address.ts'
import { OperatorError } from '../errors.ts'
import { choosePostalCodes, openPostalCodes } from '../postal/look-up.ts'
import { openDirectoryFile } from '../store/directory-file.ts'
import { type Command, textOf } from './command.ts'

export const DIRECTORY_COMMANDS: readonly Command[] = [
  {
    name: 'directory import',
    takes: ['<ファイルまたはフォルダー>…'],
    about: '公表されている事業所の名簿（WAM NETのZIPまたはCSV）を、いまの名簿と入れ替えます。',
    options: {
      period: { takes: '<年-月>', about: 'ファイル名に時点がないときに指定します（例：2025-03）' },
      force: { about: '壊れている、または足りないように見えるファイルでも取り込みます' },
      json: { about: '結果をJSONで表示します' },
    },
    async run(context, paths, values) {
      const period = textOf(values, 'period')
      if (period !== '' && !/^20\d\d-(0[1-9]|1[0-2])$/.test(period))
        throw new OperatorError('usage', '--period には 2025-03 の形で指定してください。')
      const zipcodeOf = createZipcodeOf(() =>
        openPostalCodes(choosePostalCodes(POSTAL_CODES.imported, POSTAL_CODES.built)).rows(),
      )
      try {
        const done = importDirectory(
          paths.map((path) => resolve(path)),
          {
            out: context.config.DIRECTORY_FILE,
            period,
            force: values.force === true,
            now: context.clock(),
            zipcodeOf,
            progress: context.progress,
          },
        )
        context.progress('')
        await context.out.write(values.json ? `${JSON.stringify(done)}\n` : reportOf(done))
        context.say('取り込みました。起動中のサーバーも、数秒のうちに新しい名簿を使います。')
        return 0
      } catch (error) {
        context.progress('')
        context.say('取り込みませんでした。いまの名簿はそのままです。')
        const { DIRECTORY_FILE: file } = context.config
        if (isOfFolder(error, dirname(file)))
          throw new OperatorError(
            'import',
            `名簿のファイル ${file} を作れません（${(error as Error).message}）。DIRECTORY_FILE で、サービスの利用者が書き込めるフォルダーの中のファイル（/var/lib/moushikomi/directory.db など）を指定してください。`,
          )
        throw error
      }
    },
  },
  {
    name: 'directory show',
    takes: [],
    about: '取り込んである名簿の時点、出典、件数を表示します。',
    options: {},
    async run(context) {
      const { DIRECTORY_FILE: file } = context.config
      const { meta, counts } = read(file)
      const tables: TableRow[] = JSON.parse(meta.tables ?? '[]')
      const lines = [
        `時点：${formatPeriod(meta.period ?? '')}`,
        `出典：${meta.source}`,
        `取り込んだ日時：${meta.imported}`,
        `法人：${counts.corporations}　行：${counts.rows}　事業所番号：${counts.numbers}`,
        ...tables.map(({ file, taken }) => `  ${file}：${taken}行`),
      ]
      await context.out.write(`${lines.join('\n')}\n`)
      return 0
    },
  },
]

/** Whether the file was refused its place; a file that cannot be read has another path. 14: SQLite could not make it there. */
function isOfFolder(error: unknown, folder: string): boolean {
  const { path, errcode } = error as { path?: unknown; errcode?: unknown }
  return errcode === 14 || (typeof path === 'string' && path.startsWith(folder))
}

type TableRow = { file: string; taken: number }

function read(file: string) {
  try {
    const store = openDirectoryFile(file)
    const { meta } = store
    const counts = store.counts()
    store.close()
    return { meta, counts }
  } catch (error) {
    throw new Error(
      `${file} を名簿として読めません。まだ取り込んでいないか、壊れています。directory import で取り込んでください。`,
      { cause: error },
    )
  }
}

function reportOf(done: DirectoryImport): string {
  const { tables, period, rows, corporations, repeated, changes, doubts } = done
  const remarks = tables.flatMap((table) =>
    table.remarks.map(({ line, kind, reason }) => {
      const verdict = kind === 'refused' ? '取り込まない行' : '注意'
      return `${table.file} ${line}行目：${verdict}：${reason}`
    }),
  )
  const lines = [
    ...remarks,
    ...tables.map((table) => `${table.file}：${table.rows}行のうち${table.taken}行`),
    ...(repeated > 0 ? [`同じ内容の行：${repeated}行（1行にまとめました）`] : []),
    `${formatPeriod(period)}　法人：${corporations}　行：${rows}`,
    changes
      ? `前回（${changes.before}件）から：新しい ${changes.new}　なくなった ${changes.gone}　変わった ${changes.changed}（事業所番号とサービスの組）`
      : '前回の名簿：なし',
    ...doubts.map((doubt) => `--force により取り込みました：${doubt}`),
  ]
  return `${lines.join('\n')}\n`
}
