/** What a deployer changes: names, contacts, documents, dates and addresses. Nothing else names them. */

export const productName = 'あおぞら請求'
export const productKind = '障害福祉サービス事業所のための請求ソフト'
export const operator = 'サンプル株式会社'

/** Pixels at which the logo is shown; its place is kept free while it loads. */
export const logo = { src: '/logo.svg', width: 172, height: 36 }

export const phone = '0120-000-000'
export const phoneHref = 'tel:0120000000'
export const supportHours = '平日 9:00〜17:00'
export const supportMail = 'support@example.co.jp'

export const termsHref = '/documents/terms.pdf'
export const termsChangeOn = '2022年4月1日'
export const privacyHref = '/documents/privacy.pdf'

/** Where the apply API is; the build lets the pages' policy name its origin and the postal service's. */
export const apiBase = '/api'
/** Any service that answers `?zipcode=` in zipcloud's shape. */
export const postalService = '/api/postal-codes'
/** Headers beyond specification 7 (the application key and its kin); a foreign API may refuse them. */
export const extraHeaders: boolean = true
