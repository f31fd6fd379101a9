import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { PRICE_LISTS } from '#domain/prices.ts'
import { FLAG_NAMES } from '#domain/staff.ts'
import { Warnings } from './pages/application-page.tsx'
import { Telephone } from './parts/basics.tsx'
import { agreedEstimate, PriceBreakdown } from './parts/price-breakdown.tsx'

const FACILITIES = [
  { no: 1, facilityName: 'あおば', facilityNumber: '1310100011', serviceKey: 'KYODO' },
]

test('what was agreed to is estimated again under its own list', () => {
  const estimateOf = (priceList: string | null, facilities = FACILITIES) =>
    agreedEstimate({ priceList, facilities } as never)
  const totals = PRICE_LISTS.map(({ version }) => [version, estimateOf(version)?.total])
  expect(Object.fromEntries(totals)).toMatchObject({ 'contract-1': 9980 })
  expect(new Set(totals.map(([, total]) => total)).size).toBeGreaterThan(1)
  expect(estimateOf(null)).toBeNull()
  expect(estimateOf('contract-1', [])).toBeNull()
})

test('a flag that names another application links to it', () => {
  const flags = FLAG_NAMES.map((flag) => ({ flag, detail: `D-${flag}`, at: '' }))
  const shown = renderToStaticMarkup(
    <Router ssrPath="/">
      <Warnings flags={flags} />
    </Router>,
  )
  expect([...shown.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/applications/D-possible_duplicate',
    '/applications/D-from_trial',
    '/applications/D-later_request',
    '/applications/D-further_request',
    '/applications/D-invitation_reused',
  ])
  expect(shown).toContain('<bdi>D-robot</bdi>')
})

test.each([
  ['entry', 'contract-1', 9980, ['料金（月額・税抜）', '1件', '合意した料金：']],
  [
    'trial',
    'trial-2025-02',
    10_980,
    ['無料体験の料金：0円（ご契約になった場合：月額・税抜）', '1件', '表示した目安：'],
  ],
])('the price of a %s', (flow, priceList, agreedPrice, words) => {
  const record = { flow, priceList, agreedPrice, facilities: FACILITIES } as never
  const shown = renderToStaticMarkup(<PriceBreakdown record={record} />)
  for (const said of words) expect(shown).toContain(said)
  expect(shown).not.toContain('番号')
})

test.each([
  ['03-1234-5678／090-1111-2222', '0312345678'],
  ['０３（１２３４）５６７８ 内線12', '0312345678'],
  ['内線12', undefined],
])('the telephone %s is called as %s', (typed, number) => {
  const markup = renderToStaticMarkup(<Telephone>{typed}</Telephone>)
  expect(/href="tel:(\d+)"/.exec(markup)?.[1]).toBe(number)
})
