/** What the built files use although a promised browser lacks it, and why nobody misses it there. */

export type Allowed = {
  /** As a problem calls it. */
  feature: string
  /** The built files that may; any, where it is left out. */
  in?: RegExp
  because: string
}

/** React's own file of the pages, and the one file of the console. */
const REACT = /^(web\/assets\/react|staff\/assets\/index)-/
const VITALS = /^web\/assets\/vitals-/
const OWN = 'a name of our own: no object of the browser has it there'

/** Built files that no promise is made for, and what a browser that cannot run one says instead. */
export const OPTIONAL: readonly { in: RegExp; because: string }[] = [
  {
    in: /^web\/assets\/pdf-/,
    because:
      'PDF.js brings what older browsers lack, and much that is never called; where one cannot load or run it, the worker answers with a sentence (decision 460)',
  },
]

export const ALLOWED: readonly Allowed[] = [
  // Scripts: names that other objects have too.
  { feature: 'estimate', because: OWN },
  { feature: 'take', because: OWN },
  { feature: 'readText', in: /^staff/, because: OWN },
  { feature: 'toArray', in: /^staff/, because: 'of React.Children' },
  { feature: 'displayName', in: REACT, because: "of React's own functions" },
  { feature: 'navigationId', in: VITALS, because: "of the reporter's own records" },

  // Scripts: asked for in a way that a search does not see.
  { feature: 'connection', in: REACT, because: 'looked into behind &&' },
  { feature: 'startViewTransition', in: REACT, because: 'called in try' },
  { feature: 'cssFloat', in: REACT, because: 'only for a style named float, which nothing has' },
  { feature: '<select is>', in: REACT, because: 'only for custom elements' },
  {
    feature: 'Error.captureStackTrace',
    in: /save-typed|workbook|inflate|web\/assets\/browser/,
    because: 'called behind &&',
  },
  {
    feature: 'operators.import_meta.resolve',
    in: REACT,
    because: 'asked for first, by what loads a part of the console',
  },
  { feature: 'cancelIdleCallback', because: 'called where requestIdleCallback was there' },
  { feature: 'prerenderingchange event', in: VITALS, because: 'such a browser prerenders no page' },
  { feature: 'beforeunload event', because: 'a phone closes a page without asking, as it says' },

  // Documents and elements.
  { feature: '<meta name="viewport">', because: 'for phones, which have it' },
  { feature: '<link rel="icon">', because: 'a phone shows none' },
  {
    feature: '<link rel="modulepreload">',
    because: 'scripts are fetched one after another, and run',
  },
  { feature: '<link fetchpriority>', because: 'scripts may come before styles' },
  {
    feature: '<input autocapitalize>',
    because: 'for keyboards on a screen, whose browsers have it',
  },
  { feature: '<button autofocus>', because: 'a dialog gives the focus to its first control' },
  { feature: '<search>', because: 'a landmark less; what is in it is the same' },
  {
    feature: '<div inert>',
    because: 'what is typed into the picture of a page that failed is lost',
  },

  // Style sheets.
  { feature: '@media forced-colors', because: 'of Windows, where Safari is not' },
  {
    feature: '@media scripting',
    because: 'a form shows that cannot be sent, below the sentence of noscript',
  },
  { feature: '@page', because: "paper has the browser's margins" },
]
