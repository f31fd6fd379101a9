import { defineConfig, devices } from '@playwright/test'
import { programOnPath } from './bin/programs.js'

const isRoot = process.getuid?.() === 0

/** Debian's Chromium where it is installed, else the one that Playwright downloaded; without a window's machinery if it can be had. */
const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...executable('chromium-headless-shell', 'chromium'),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium refuses to run as root inside its sandbox.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  },
}

const firefox = {
  browserName: 'firefox' as const,
  // Without this channel Playwright expects its own patched build.
  ...(programOnPath('firefox-esr') ? { channel: 'moz-firefox' } : {}),
  launchOptions: executable('firefox-esr'),
}

/** Every test runs in Chromium on a desktop; those tagged @main also on a phone and in Firefox, @mobile or @firefox there alone. */
export default defineConfig({
  testDir: 'harness/e2e',
  outputDir: 'build/test-results',
  globalSetup: './harness/e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // What is slow on a loaded machine is not wrong: only what never comes is.
  timeout: 120_000,
  // A stalled machine, not the page, is late once; `npm test` names such journeys and allows only a few (decision 220).
  retries: 1,
  expect: { timeout: 15_000 },
  use: { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'chromium',
      grepInvert: /@mobile|@firefox/,
      use: { ...chromium, viewport: { width: 1280, height: 800 } },
    },
    { name: 'mobile', grep: /@main|@mobile/, use: { ...devices['Pixel 7'], ...chromium } },
    { name: 'firefox', grep: /@main|@firefox/, use: firefox },
  ],
})

/** The first of these programs that is there. */
function executable(...names: string[]) {
  const executablePath = names.map((name) => programOnPath(name)).find(Boolean)
  return executablePath === undefined ? {} : { executablePath }
}
