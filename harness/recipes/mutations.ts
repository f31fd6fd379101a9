/** Twenty sentences of docs/specification-coverage.md, drawn with seed 20261122, each with a change that breaks it and a test that has to notice. */

export type Mutation = {
  /** How the row of the table begins. */
  sentence: string
  file: string
  /** Occurs once in the file. */
  find: string
  by: string
  /** The file of the test and its title, or a part of it. */
  test: readonly [file: string, title: string]
}

const ROWS_TEST = 'entry: what is wrong with a row is said of that row, and marks the cell at fault'
const TRIAL_TEST = 'trial: all that is missing is said at once, in the order of the screen'

export const MUTATIONS: readonly Mutation[] = [
  {
    sentence: 'A corporation registers itself,',
    file: 'web/form/use-application.ts',
    find: '    rows: quote.rows,',
    by: '    rows: quote.rows.slice(1),',
    test: [
      'harness/e2e/entry.spec.ts',
      'a corporation applies, and staff find exactly what it sent',
    ],
  },
  {
    sentence: 'Suspension: the number, what it amounts to,',
    file: 'web/pages/suspension.tsx',
    find: '<strong>上のお客様番号のご契約の解約</strong>にあたります。',
    by: 'ご利用の停止です。',
    test: [
      'harness/e2e/existing-customers.spec.ts',
      'a customer asks for the end of its contract with one press',
    ],
  },
  {
    sentence: 'username is read from the registration',
    file: 'web/sending/calls.ts',
    find: "customerPath('facilities', customerOf(run, progress))",
    by: "customerPath('facilities', progress.key)",
    test: ['web/sending/calls.test.ts', 'entry: register, consent, facilities, all under one key'],
  },
  {
    sentence: 'Trial: the estimate is inside the submit;',
    file: 'web/form/use-application.ts',
    find: 'FLOWS[flow].isOneStep && !typed.agreed',
    by: 'FLOWS[flow].isOneStep && typed.agreed === null',
    test: ['harness/e2e/messages.spec.ts', TRIAL_TEST],
  },
  {
    sentence: 'Trial: chance and nowsoft required;',
    file: 'domain/applicant.ts',
    find: 'missing: messages.nowsoftRequired,',
    by: 'missing: null,',
    test: ['harness/e2e/messages.spec.ts', TRIAL_TEST],
  },
  {
    sentence: 'No login, no roles;',
    file: 'web/form/customer-number.tsx',
    find: "CUSTOMER_NUMBER = 'customerNumber'",
    by: "CUSTOMER_NUMBER = 'customer'",
    test: [
      'harness/e2e/existing-customers.spec.ts',
      'migration: a usable number is shown, without one it can be typed',
    ],
  },
  {
    sentence: 'What consent and facilities answer is not shown;',
    file: 'web/sending/calls.ts',
    find: 'const username = usernameOf(await send(run, progress, PATHS.register, fields))',
    by: 'const answer = await send(run, progress, PATHS.register, fields)\n    document.body.append(JSON.stringify(answer))\n    const username = usernameOf(answer)',
    test: ['harness/e2e/foreign.spec.ts', 'an entry goes to another origin exactly as specified'],
  },
  {
    sentence: 'Trial: an error for mailaddress goes to /trial/mail-error,',
    file: 'web/sending/outcome.ts',
    find: 'refusalOf(body, WIRE_NAMES.email) !== null',
    by: 'refusalOf(body, WIRE_NAMES.email) === null',
    test: ['harness/e2e/failures.spec.ts', 'trial: a refused mail address leads to its own page'],
  },
  {
    sentence: 'Text limits: 255, 32, 7 digits, 10 characters.',
    file: 'domain/facilities.ts',
    find: 'facilityNumber: 32,',
    by: 'facilityNumber: 33,',
    test: ['harness/e2e/messages.spec.ts', ROWS_TEST],
  },
  {
    sentence: '4. The trial turns at midnight in Tokyo',
    file: 'web/form/use-application.ts',
    find: 'useHydrated() ? Date.now() : 0',
    by: 'useHydrated() ? 0 : 0',
    test: [
      'harness/e2e/trial-prices.spec.ts',
      '2025-02-01 in Japan: its prices, its groups, its priceText',
    ],
  },
  {
    sentence: '13. The disabled button says what is missing.',
    file: 'web/form/send-button.tsx',
    find: "isOpen ? '' : reasonOf(state, missing)",
    by: "isOpen || missing ? '' : reasonOf(state, missing)",
    test: [
      'harness/e2e/steps.spec.ts',
      'entry: without a valid estimate the register button is off',
    ],
  },
  {
    sentence: '16. A result page without state is neutral,',
    file: 'web/pages/result.tsx',
    find: 'const result = isResult(state) ? state : null',
    by: "const asked = new URLSearchParams(globalThis.location?.search)\n  const result = isResult(state) ? state : { title: asked.get('title') ?? '', message: '' }",
    test: ['harness/e2e/pages.spec.ts', '/entry/result shows what the navigation state says'],
  },
  {
    sentence: '21. priceText is well-formed,',
    file: 'server/apply/refusals.ts',
    find: 'formatAmount(total) === consented',
    by: 'consented !== null',
    test: ['server/apply/agreed-price.test.ts', 'only the price of a list in force'],
  },
  {
    sentence: '24. The HTML standard',
    file: 'domain/mail-address.ts',
    find: 'return MAIL_ADDRESS.test(text)',
    by: "return MAIL_ADDRESS.test(text) || text !== ''",
    test: [
      'harness/e2e/failures.spec.ts',
      'entry: a refused mail address leads to the generic result, and back',
    ],
  },
  {
    sentence: '27. web-vitals, by beacon,',
    file: 'web/vitals.ts',
    find: 'const page = location.pathname',
    by: 'const page = location.pathname + location.search',
    test: ['harness/e2e/pages.spec.ts', 'how the page felt is told to this server alone'],
  },
  {
    sentence: '29. The price consented to is the price on the screen,',
    file: 'web/form/use-application.ts',
    find: 'if (isShown) void send(',
    by: 'void send(',
    test: ['harness/e2e/steps.spec.ts', 'rows changed without an event: the new price is shown'],
  },
  {
    sentence: '30. Campaign values: 255 UTF-16 units of each,',
    file: 'web/sending/calls.ts',
    find: '.slice(0, CAMPAIGN_LIMIT)',
    by: '',
    test: [
      'web/sending/calls.test.ts',
      'campaign values are read by their names, cut to 255 units',
    ],
  },
  {
    sentence: 'Type before the page has come to life.',
    file: 'web/form/use-application.ts',
    find: 'if (typed.length > 0) soon(typed)',
    by: 'form.current?.reset()',
    test: ['harness/e2e/entry.spec.ts', 'what is typed before the page comes to life counts'],
  },
  {
    sentence: 'Open the pages without JavaScript.',
    file: 'web/frame.tsx',
    find: 'この画面のお手続きにはJavaScriptが必要です。',
    by: 'この画面はご利用になれません。',
    test: ['harness/e2e/pages.spec.ts', 'each form says that it needs it, and what to do instead'],
  },
  {
    sentence: 'Put the pages in front of another server',
    file: 'web/render-pages.tsx',
    find: 'absolute.map((address) => new URL(address).origin)',
    by: '[] as string[]',
    test: [
      'harness/e2e/foreign.spec.ts',
      'the policy of the pages names exactly these two origins',
    ],
  },
]
