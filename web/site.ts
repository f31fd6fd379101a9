/** What the pages name: the operator's words (OPERATOR_FILE), the logo, and the addresses of their calls. Nothing else names them. */
import type { PageWords } from '#domain/operator-words.ts'
import { toRender } from './words-to-render.ts'

/** Id of the element of every page that holds the words, so that a hydrated page says what its HTML says. */
export const WORDS_ID = 'words'

export const words: PageWords = import.meta.env.SSR
  ? toRender.words
  : JSON.parse(document.getElementById(WORDS_ID)?.textContent ?? '')

export const {
  productName,
  productKind,
  operator,
  phone,
  phoneHref,
  supportHours,
  supportMail,
  termsHref,
  termsChangeOn,
  privacyHref,
} = words

/** Migration and suspension are begun by an invitation's link alone. */
export const needsInvitation = words.needsInvitation === true

/** Pixels at which the logo is shown; its place is kept free while it loads. */
export const logo = { src: '/logo.svg', width: 172, height: 36 }

/** Where the apply API is; the build lets the pages' policy name its origin and the postal service's. */
export const apiBase = '/api'
/** Any service that answers `?zipcode=` in zipcloud's shape. */
export const postalService = '/api/postal-codes'
/** Headers beyond specification 7 (the application key and its kin); a foreign API may refuse them. */
export const extraHeaders: boolean = true
