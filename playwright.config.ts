import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_SWITCHES, programOnPath } from './bin/programs.js'

/** Debian's Chromium where it is installed, else the one that Playwright downloaded; without a window's machinery if it can be had. */
const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...executable('chromium-headless-shell', 'chromium'),
    args: CHROMIUM_SWITCHES,
  },
}

const onDesk = { ...chromium, viewport: { width: 1280, height: 800 } }

const firefox = {
  browserName: 'firefox' as const,
  // Without this channel Playwright expects its own patched build.
  ...(programOnPath('firefox-esr') ? { channel: 'moz-firefox' } : {}),
  launchOptions: executable('firefox-esr'),
}

/** Requests, scripts and answers that fail: long, whatever their tags. */
const FAILING = /[\s/](page-parts|error-codes|reload)\.spec/

/** Each flow from the empty form to the result, and what differs by browser. */
const MAIN = new RegExp(`^(?!.*(?:@long|${FAILING.source})).*@(?:main|engines)`, 's')

/** Tags of what runs in another project alone. */
const ELSEWHERE = /@mobile|@firefox|@states/

/**
 * Most tests run in Chromium on a desktop alone: what the server or the page's own state decides is the same in every
 * browser. Of these `npm test` runs the project chromium (MAIN), and `npm run test:long` the project long. Others are:
 * - Firefox, tagged @engines: storage, history, code and styles that do not come, files and workers, focus and keys.
 * - A phone's screen, tagged @mobile and there alone: rows as cards, and what a finger does. It is Chromium too.
 * - Both, tagged @main: each flow from the empty form to the result, the table by paste, the console.
 * - @firefox is there alone.
 * - @states: every state of every page, inspected from 320 to 1920 pixels in Chromium.
 * All but chromium are `npm run test:long` (decision 58).
 */
export default defineConfig({
  testDir: 'harness/e2e',
  outputDir: 'build/test-results',
  globalSetup: './harness/e2e/global-setup.ts',
  fullyParallel: true,
  // One more than the cores: journeys also wait, for polls and processes that start.
  workers: 3,
  forbidOnly: true,
  // What is slow on a loaded machine is not wrong: only what never comes is.
  timeout: 120_000,
  // A stalled machine, not the page, is late once; `npm test` names such journeys and allows only a few (decision 58).
  retries: 1,
  expect: { timeout: 15_000 },
  use: { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'chromium',
      grep: MAIN,
      grepInvert: ELSEWHERE,
      use: onDesk,
    },
    { name: 'states', grep: /@states/, use: onDesk },
    { name: 'long', grepInvert: [ELSEWHERE, MAIN], use: onDesk },
    { name: 'mobile', grep: /@main|@mobile/, use: { ...devices['Pixel 7'], ...chromium } },
    { name: 'firefox', grep: /@main|@engines|@firefox/, use: firefox },
  ],
})

/** The first of these programs that is there. */
function executable(...names: string[]) {
  const executablePath = names.map((name) => programOnPath(name)).find(Boolean)
  return executablePath === undefined ? {} : { executablePath }
}
