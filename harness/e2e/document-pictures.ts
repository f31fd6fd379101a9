/** The pictures in README and in the staff's guide: few, small, of invented data. */
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { GUIDE_PICTURES } from '#contract/console.ts'
import { ROOT } from '../../bin/run.js'
import type { Product } from './product.ts'
import { STATES } from './states.ts'

type Picture = {
  /** Of states.ts. */
  state: string
  /** Path in the project; JPEG. */
  file: string
  height: number
  /** Heading or label that is scrolled to the top first. */
  from?: string
}

const README = 'docs/pictures'
const GUIDE = 'console/public/guide'

const PICTURES: readonly Picture[] = [
  { state: 'entry', file: `${README}/form.jpg`, height: 720 },
  { state: 'entry-paste-preview', file: `${README}/paste.jpg`, height: 720 },
  { state: 'entry-estimated', file: `${README}/estimate.jpg`, height: 720, from: 'お見積もり' },
  { state: 'staff-application', file: `${README}/console.jpg`, height: 720 },
  { state: 'staff-list', file: `${GUIDE}/${GUIDE_PICTURES.list.file}`, height: 640 },
  {
    ...{ state: 'staff-application', file: `${GUIDE}/${GUIDE_PICTURES.application.file}` },
    ...{ height: 640, from: 'お申し込み内容' },
  },
  {
    ...{ state: 'staff-application', file: `${GUIDE}/${GUIDE_PICTURES.work.file}`, height: 480 },
    from: '対応',
  },
]

const WIDTH = 1024

export async function photographDocuments(browser: Browser, product: Product): Promise<void> {
  for (const { state, file, height, from } of PICTURES) {
    const options = { baseURL: product.url, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' }
    const context = await browser.newContext({ ...options, viewport: { width: WIDTH, height } })
    const page = await context.newPage()
    await STATES.find(({ name }) => name === state)?.reach(page, product)
    if (from) await scrollTo(page, from)
    const path = join(ROOT, file)
    await page.screenshot({ path, type: 'jpeg', quality: 60, animations: 'disabled' })
    console.log(path)
    await context.close()
  }
}

async function scrollTo(page: Page, heading: string) {
  const place = page.getByRole('heading', { name: heading, exact: true })
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}
