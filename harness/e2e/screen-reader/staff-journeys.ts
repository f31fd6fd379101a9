/** What staff hear: the login, the list with its counts, an application and what was recorded. */
import { request } from '@playwright/test'
import { codeOf, setUpAccount, setUpSession } from '../../client/staff.ts'
import { applyForContract, applyForStatus } from '../apply.ts'
import { CASES, status } from '../arrivals.ts'
import { CORPORATION } from '../filled-forms.ts'
import type { Product } from '../product.ts'
import { referenceOf } from '../status-product.ts'
import type { Reader } from './reader.ts'

/** Each has a product of its own, which the command stops. */
export type StaffJourney = (reader: Reader, product: Product) => Promise<void>

const NAME = 'Tsubasa'
/** What has arrived begins with its time. */
const STRIP = /^\d{1,2}:\d\d /

export const STAFF_JOURNEYS: Readonly<Record<string, StaffJourney>> = {
  async 'staff-login'(reader, { staffUrl, admin }) {
    await admin('staff', 'add', 'taro', '--role', 'worker')
    // The focus is put on the first field, where reading stops: the rest is heard on the way through it.
    const heard = await reader.open(staffUrl, /^利用者名/)
    if (!heard.some((sentence) => /フォーム ログイン/.test(sentence)))
      reader.faults.push('nobody is told that it is the login')
    await reader.type('taro')
    // Its label is the word for what kind of field it is.
    await reader.tabTo(/^パスワード/)
    await reader.type('x')
    await reader.fill('確認コード', '000000')
    await reader.press('Return')
    await reader.mustHear(/いずれかが正しくありません/)
    await reader.tabTo(/^ログイン .*ボタン/)
    await reader.press('Tab')
    await reader.mustHear(/設定コードを受け取った方は、初期設定へ/)
  },

  async 'staff-list'(reader, product) {
    const { url } = product
    for (const no of [1, 2, 3])
      await applyForContract(url, {
        companyName: no === 3 ? 'Hikari' : `${NAME} ${no}`,
        email: `${no}@example.jp`,
      })
    const heard = await enter(reader, product)
    if (!heard.some((sentence) => /3件あります。/.test(sentence)))
      reader.faults.push('the list was read without its count')
    await reader.reach('検索')
    await reader.type(NAME)
    await reader.press('Return')
    await reader.mustHear(/^2件あります。/)
    await reader.tabTo(/^[0-9A-Z]{4}-[0-9A-Z]{4} リンク/)
    await reader.press('Return')
    await reader.mustHear(/^受付番号 /)
    await reader.tabTo(/^未対応（現在）/)
    // The words below it say its label too.
    await reader.tabTo(/^メモ/)
    await reader.type('Denwa')
    await reader.tabTo(/^記録する/)
    await reader.press('Return')
    await reader.mustHear(/メモを追加しました。/)
  },

  /** Each arrival is told once, by the line under the title, while somebody reads elsewhere on the page. */
  async 'staff-arrivals'(reader, product) {
    const { staffUrl, admin } = product
    const { code } = (await admin('staff', 'add', 'hanako', '--role', 'worker')) as Code
    const cookie = await setUpSession(staffUrl, 'hanako', code)
    const desk = await request.newContext({ extraHTTPHeaders: { cookie } })
    await applyForContract(product.url, { companyName: NAME })
    await enter(reader, product)
    for (const [no, [name, { before, arrives }]] of CASES.entries()) {
      // An erasure takes the page away, and is an administrator's.
      if (name === 'erase') continue
      const { statusPath } = await applyForStatus(product.url, {
        companyName: `${NAME} ${no}`,
        tel: CORPORATION.tel,
        email: `${no}@example.jp`,
      })
      const link = statusPath.split('#')[1] ?? ''
      const on = { product, desk, reference: referenceOf(statusPath), link }
      await status(on, 'in_progress')
      await before?.(on)
      await reader.goTo(`${staffUrl}/applications/${on.reference}`, /^個人情報の消去/)
      await arrives(on)
      await reader.mustHear(STRIP)
    }
    await desk.dispose()
  },
}

type Code = { code: string }

/** Letters that a keyboard has. */
const KEYED = 'seven-lanterns-over-the-harbour'

/** Logs an administrator in by the keyboard; the sentences of the list. */
async function enter(reader: Reader, { staffUrl, admin }: Product): Promise<string[]> {
  const name = 'taro'
  const { code } = (await admin('staff', 'add', name, '--role', 'administrator')) as Code
  const { secret } = await setUpAccount(staffUrl, { name, code, password: KEYED })
  await reader.open(staffUrl, /^利用者名/)
  await reader.type(name)
  await reader.tabTo(/^パスワード/)
  await reader.type(KEYED)
  // The code of the setup counts no more.
  await reader.fill('確認コード', codeOf(secret, 1))
  await reader.press('Return')
  return reader.goTo(staffUrl, /^JSON/)
}
