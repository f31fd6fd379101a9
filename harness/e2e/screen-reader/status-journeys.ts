/** What an applicant hears of the own application: how it stands, the gate, a wrong number and the right one. */
import { applyForStatus } from '../apply.ts'
import { CORPORATION } from '../filled-forms.ts'
import type { StaffJourney } from './staff-journeys.ts'

/** The last words of every page. */
const FOOT = /サンプル株式会社/

export const STATUS_JOURNEYS: Readonly<Record<string, StaffJourney>> = {
  async status(reader, { url }) {
    const { statusPath } = await applyForStatus(url, { companyName: 'Tsubasa' })
    const heard = await reader.open(url + statusPath, FOOT)
    for (const words of [/現在の状況：\s*受け付け済み/, /確認中/, /内容の確認・訂正・取り下げ/])
      if (!heard.some((sentence) => words.test(sentence))) reader.faults.push(`not read: ${words}`)
    await reader.fill('電話番号', '0399999999')
    await reader.press('Return')
    await reader.mustHear(/確認できませんでした。番号をお確かめください。/)
    await reader.press('ctrl+a')
    await reader.type(CORPORATION.tel)
    await reader.press('Return')
    await reader.mustHear(/^入力した内容/)
    await reader.tabTo(/^控えを印刷する/)
    await reader.tabTo(/^最新の状況に更新する/)
    await reader.press('Return')
    await reader.mustHear(/現在の状況/)
  },
}
