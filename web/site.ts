/** What a deployer changes: names, contacts, documents, dates and addresses. Nothing else names them. */

export const site = {
  productName: 'あおぞら請求',
  productKind: '障害福祉サービス事業所のための請求ソフト',
  operator: 'サンプル株式会社',
  /** Pixels at which the logo is shown; its place is kept free while it loads. */
  logo: { src: '/logo.svg', width: 172, height: 36 },
  support: {
    phone: '0120-000-000',
    phoneHref: 'tel:0120000000',
    hours: '平日 9:00〜17:00',
    mail: 'support@example.co.jp',
  },
  terms: { href: '/documents/terms.pdf', changeOn: '2022年4月1日' },
  privacy: { href: '/documents/privacy.pdf' },
  /** Where the apply API is; another origin must also be allowed in the server's connect-src. */
  apiBase: '/api',
  /** Any service that answers `?zipcode=` in zipcloud's shape. */
  postalService: '/api/postal-codes',
  /** Headers beyond specification 7 (the application key and its kin); a foreign API may refuse them. */
  extraHeaders: true,
} as const
