/** What a person does in each flow, and what must and must not be heard on the way. */
import { FLOWS, type Flow } from '#domain/flows.ts'
import { DONE_TITLES, SEND_WORDS } from '../filled-forms.ts'
import type { Reader } from './reader.ts'

export type Journey = (
  reader: Reader,
  where: { url: string /** A text of forty rows, for the clipboard. */; rowsFile: string },
) => Promise<void>

/** The last words of every page. */
const FOOT = /サンプル株式会社/
/** Words of the table's own that are read in their place, and not at once. */
const AT_LOAD = /^現在10行／最大100行$|^事業所を入力すると/
const ESTIMATED = /お見積もり額は月額9,980円（税抜）です。/
const OUTDATED = /事業所の内容が変わりました。もう一度見積もってください。/
const NUMBER = '10001'

/** The link in the summary of errors and the words under the cell that it leads to. */
const HALF_ROW = /事業所名またはサービス種類が入力されていません/

export const JOURNEYS: Readonly<Record<string, Journey>> = {
  /** What is said of a page without any library: nothing is demanded, the transcript tells what is the screen reader's own. */
  async bare(reader) {
    await reader.open(new URL('bare.html', import.meta.url).href, /おわり/)
    await reader.tabTo(/^しらべる/)
    await reader.press('Return')
    await reader.tabTo(/^ひらく/)
    // The focus is put on the dialog's button, and then on 送る.
    for (let presses = 0; presses < 3; presses += 1) await reader.press('Return')
  },

  async entry(reader, { url }) {
    await openForm(reader, `${url}${FLOWS.entry.inputPath}`)
    await fillCorporation(reader)
    await reader.fill('1行目 事業所名', 'Tsubasa')
    await proceed(reader)
    await reader.mustHear(/入力内容に誤りがあります（1件）/)
    await reader.tabTo(HALF_ROW)
    await reader.press('Return')
    await reader.mustHear(/^1行目 サービス種類/)
    await reader.mustHear(HALF_ROW)
    await reader.tabTo(/^1行目 事業所名/, 'shift+Tab')
    await fillRow(reader)
    await estimate(reader)
    await reader.tabTo(/^1行目の事業所を変更/)
    await reader.press('Return')
    await reader.mustHear(/^1行目 事業所名/)
    await reader.type('2')
    await reader.mustHear(OUTDATED)
    await estimate(reader)
    await send(reader, 'entry')
  },

  async migration(reader, { url }) {
    await openForm(reader, `${url}${FLOWS.migration.inputPath}?customerNumber=${NUMBER}`)
    await fillRow(reader)
    await estimate(reader)
    await send(reader, 'migration')
  },

  async suspension(reader, { url }) {
    await reader.open(`${url}${FLOWS.suspension.inputPath}?customerNumber=${NUMBER}`, FOOT)
    await send(reader, 'suspension')
  },

  async trial(reader, { url }) {
    await openForm(reader, `${url}${FLOWS.trial.inputPath}`)
    await fillCorporation(reader)
    await reader.reach('当ソフトを何でお知りになりましたか')
    await reader.press('Down')
    await reader.reach('現在の請求方法')
    await reader.press('Down')
    await fillRow(reader)
    await reader.press('Escape')
    await reader.tabTo(/^無料体験を申し込む/)
    await reader.press('Return')
    await reader.mustHear(/入力内容に誤りがあります（1件）/)
    await reader.press('Tab')
    await reader.press('Return')
    await reader.mustHear(/同意する チェックボックス/)
    await reader.press('space')
    await send(reader, 'trial')
  },

  async paste(reader, { url, rowsFile }) {
    await reader.copyFile(`file://${rowsFile}`)
    await reader.goTo(`${url}${FLOWS.entry.inputPath}`, FOOT)
    await reader.tabTo(/^1行目 事業所名/)
    await reader.press('ctrl+v')
    await reader.mustHear(/^表に取り込む/)
    // In Firefox Orca says a dialog's button alone, in Chromium every select whose choice changes: docs/screen-reader/.
    const isChromium = reader.browser === 'chromium'
    if (isChromium) await reader.mustHear(/40件を、表の1行目から40行目までに取り込みます。/)
    const taken = await reader.press('Return')
    await reader.mustHear(/^1行目 事業所名/)
    if (isChromium) return
    await reader.mustHear(/40件を取り込みました。/)
    // A few words for the cell that has the focus; not the new rows one after another.
    const rows = taken.filter((sentence) => /行目 サービス種類/.test(sentence))
    if (rows.length > 1) reader.faults.push(`${rows.length} selects were read after a paste`)
  },
}

async function openForm(reader: Reader, url: string) {
  reader.mustNotHear(await reader.open(url, FOOT), AT_LOAD)
}

async function fillCorporation(reader: Reader) {
  await reader.fill('法人名', 'Tsubasa')
  await reader.fill('郵便番号', '1000001')
  // At the last digit.
  await reader.mustHear(/^住所を入力しました。/)
  await reader.fill('電話番号', '0312345678')
  await reader.fill('メールアドレス', 'tantou@example.jp')
  await reader.fill('登録担当者名', 'Suzuki')
}

/** One facility of the first service in the list. */
async function fillRow(reader: Reader) {
  await reader.fill('1行目 事業所名', 'Tsubasa')
  await reader.fill('1行目 事業所番号', '1310000003')
  await reader.reach('1行目 サービス種類')
  await reader.press('Down')
}

/** From the rows to the estimate. */
async function estimate(reader: Reader) {
  await proceed(reader)
  await reader.mustHear(ESTIMATED)
}

/** Escape leads from a cell to the bar, whose button leads to the one that estimates. */
async function proceed(reader: Reader) {
  await reader.press('Escape')
  await reader.mustHear(/^見積もりへ進む/)
  await reader.press('Return')
  await reader.press('Return')
}

async function send(reader: Reader, flow: Flow) {
  await reader.tabTo(new RegExp(`^${SEND_WORDS[flow]}`))
  await reader.press('Return')
  await reader.mustHear(new RegExp(`^${DONE_TITLES[flow]}`))
  await reader.mustNotRepeat(/^送信しています。/)
}
