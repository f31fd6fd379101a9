/** The browsers that the pages and the staff console are promised for: the build is made for them, and harness/browsers/ holds the built files to them. */

/**
 * @typedef {object} PromisedBrowser
 * @property {string} name as people know it
 * @property {string} from the oldest version; newer ones are promised too
 * @property {string} target as the build names it
 * @property {readonly string[]} ids in MDN's compatibility data, of a desktop and of a phone
 * @property {string} [why] the reason where the version was chosen for one
 */

/** @type {readonly [PromisedBrowser, ...PromisedBrowser[]]} */
export const BROWSERS = [
  {
    name: 'Chrome',
    from: '109',
    target: 'chrome',
    ids: ['chrome', 'chrome_android'],
    why: 'the last one for Windows 7, 8 and 8.1',
  },
  {
    name: 'Edge',
    from: '109',
    target: 'edge',
    ids: ['edge'],
    why: 'the last one for Windows 7, 8 and 8.1',
  },
  {
    name: 'Safari',
    from: '15.4',
    target: 'safari',
    ids: ['safari', 'safari_ios'],
    why: 'the first one with the dialog element and cascade layers',
  },
  {
    name: 'Firefox',
    from: '115',
    target: 'firefox',
    ids: ['firefox', 'firefox_android'],
    why: 'the last one for Windows 7, 8 and 8.1',
  },
]

/** For `build.target` of Vite. */
export const BUILD_TARGETS = BROWSERS.map(({ target, from }) => `${target}${from}`)
