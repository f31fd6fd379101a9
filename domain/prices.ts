/** Prices: the dated lists, in yen a month without tax, and the estimate of some rows under one of them (readings 1 to 5). */
import { HOUR_MS } from '#domain/tokyo-time.ts'
import { type Catalogue, GROUPS, groupOf, type ServiceGroup } from './catalogue.ts'
import { startOfDayInTokyo } from './tokyo-time.ts'

export type PriceList = {
  /** Kept with every consent, so that an old price can be explained later. */
  version: string
  catalogue: Catalogue
  /** First day in Asia/Tokyo, YYYY-MM-DD. */
  from: string
  /** A group without a price is not offered while the list is in force. */
  prices: Partial<Record<ServiceGroup, number>>
}

/** Every list ever published, oldest first in its catalogue. A revision is one more entry; none is ever removed. */
export const PRICE_LISTS: readonly PriceList[] = [
  {
    version: 'contract-1',
    catalogue: 'contract',
    from: '1970-01-01',
    prices: { consultation: 9980, community: 4980, disability: 9980 },
  },
  {
    version: 'trial-1',
    catalogue: 'trial',
    from: '1970-01-01',
    prices: { consultation: 9980, community: 4980, disability: 9980 },
  },
  {
    version: 'trial-2025-02',
    catalogue: 'trial',
    from: '2025-02-01',
    prices: { consultation: 10980, community: 5480, disability: 10980, child: 10800 },
  },
]

export function priceListsOf(catalogue: Catalogue): PriceList[] {
  return PRICE_LISTS.filter((list) => list.catalogue === catalogue)
}

/** The list in force at an instant (epoch milliseconds); lists turn at midnight in Asia/Tokyo (reading 4). */
export function priceListAt(catalogue: Catalogue, at: number): PriceList {
  const lists = priceListsOf(catalogue)
  const inForce = lists.findLast((list) => startOfDayInTokyo(list.from) <= at) ?? lists[0]
  if (!inForce) throw new RangeError(`no price list for ${catalogue}`)
  return inForce
}

/** How long a replaced list is still taken: a page may have been open over midnight (reading 21). */
export const REPLACED_LIST_MS = HOUR_MS

/** The lists whose price may be consented to at an instant: the one in force first, then one replaced within the hour. */
export function acceptedPriceLists(catalogue: Catalogue, at: number): PriceList[] {
  return [...new Set([at, at - REPLACED_LIST_MS].map((then) => priceListAt(catalogue, then)))]
}

/** Whether an applicant can choose a service while the list is in force. */
export function isOffered(list: PriceList, key: string): boolean {
  const group = groupOf(list.catalogue, key)
  return group !== undefined && list.prices[group] !== undefined
}

/** 9980 → 「9,980」: the form of priceText on the wire. */
export function formatAmount(yen: number): string {
  return String(yen).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
}

/** 9980 → 「9,980円」 */
export function formatYen(yen: number): string {
  return `${formatAmount(yen)}円`
}

/** A row as far as its price needs it. */
export type PricedRow = { no: number; facilityNumber: string; serviceKey: string }

/** One line of an estimate: `count` times `unitPrice` yen for the rows `rowNos`. */
export type EstimateLine = {
  group: ServiceGroup
  per: 'corporation' | 'number'
  count: number
  unitPrice: number
  amount: number
  rowNos: number[]
}

/** Why a row is charged, or which row (`by`) already carries its charge. */
export type RowCharge = {
  no: number
  group: ServiceGroup
  reason: 'charged' | 'once-per-corporation' | 'same-number'
  by: number
}

/** Whether another row carries the charge of this one. */
export function sharesCharge({ reason }: RowCharge): boolean {
  return reason !== 'charged'
}

/** The monthly total in yen, explained line by line and row by row. */
export type Estimate = {
  priceList: string
  total: number
  lines: EstimateLine[]
  rows: RowCharge[]
}

/**
 * Yen a month for these rows under a list; null when a row's service has no price in it.
 * Rows of a per-corporation group are charged once together. Among the others every distinct
 * number, compared as sent, is charged once, by the service of its last row (readings 1 to 3).
 */
export function estimate(list: PriceList, rows: readonly PricedRow[]): Estimate | null {
  const priced: { no: number; group: ServiceGroup; charge: string }[] = []
  const carriers = new Map<string, (typeof priced)[number]>()
  for (const { no, facilityNumber, serviceKey } of rows) {
    const group = groupOf(list.catalogue, serviceKey)
    if (group === undefined || list.prices[group] === undefined) return null
    const perNumber = GROUPS[group].per === 'number'
    const row = { no, group, charge: perNumber ? `number ${facilityNumber}` : group }
    priced.push(row)
    if (perNumber || !carriers.has(row.charge)) carriers.set(row.charge, row)
  }

  const charges = priced.map((row): RowCharge => {
    const { no, group } = row
    const carrier = carriers.get(row.charge) ?? row
    if (carrier === row) return { no, group, reason: 'charged', by: no }
    const reason = GROUPS[group].per === 'number' ? 'same-number' : 'once-per-corporation'
    return { no, group, reason, by: carrier.no }
  })
  const lines = linesOf(list, charges)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  return { priceList: list.version, total, lines, rows: charges }
}

function linesOf(list: PriceList, charges: readonly RowCharge[]): EstimateLine[] {
  return (Object.keys(GROUPS) as ServiceGroup[]).flatMap((group) => {
    const rows = charges.filter((charge) => charge.group === group)
    const unitPrice = list.prices[group]
    if (rows.length === 0 || unitPrice === undefined) return []
    const count = rows.filter(({ reason }) => reason === 'charged').length
    const rowNos = rows.map(({ no }) => no)
    const { per } = GROUPS[group]
    return [{ group, per, count, unitPrice, amount: count * unitPrice, rowNos }]
  })
}
