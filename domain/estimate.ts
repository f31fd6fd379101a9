/** The estimate: the monthly total of some rows, explained line by line and row by row (readings 1 to 5). */
import { GROUPS, groupOf, type ServiceGroup } from './catalogue.ts'
import type { PriceList } from './price-lists.ts'

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
