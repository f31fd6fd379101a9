import configuration from '../../playwright.config.ts'

export default {
  ...configuration,
  testDir: 'proofs',
  outputDir: '../../build/test-results',
  globalSetup: '../e2e/global-setup.ts',
  testMatch: '*.journey.ts',
  workers: 1,
}
