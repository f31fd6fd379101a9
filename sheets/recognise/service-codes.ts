/** Two-digit service codes. Two tables are in use, and the same digits mean different services in them. */
import type { ServiceKey } from '#domain/catalogue.ts'

export type CodeTable = 'billing' | 'published'

const SHARED = {
  11: 'HOME_HELP',
  12: 'JUHO',
  13: 'KOUDOU',
  14: 'JUDO_HOUKATSU',
  15: 'DOUKOU',
  21: 'RYOYO',
  22: 'SEIKATSU_KAIGO',
  24: 'TANKI',
  32: 'SHISETSU_NYUSHO',
  33: 'KYODO',
  34: 'SYUKUHAKU_JIRITSU_KUNREN',
  41: 'KINOU_KUNREN',
  42: 'SEIKATSU_KUNREN',
  45: 'SYUKEI_A',
  46: 'SYUKEI_B',
  52: 'KEIKAKU_SOUDAN',
  53: 'TIKI_IKOU',
  54: 'TIKI_TEITYAKU',
} as const satisfies Record<number, ServiceKey>

/** billing: of claims to the insurers' federation. published: of the open data on facilities. */
const CODES: Record<CodeTable, ReadonlyMap<string, ServiceKey>> = {
  billing: mapOf({
    ...SHARED,
    35: 'JIKATSU',
    43: 'SYURO_IKOU',
    44: 'SYURO_IKOU_YOUSEI',
    47: 'TEITYAKU',
    55: 'SHOGAIJI_SODAN',
    61: 'JIHATSU',
    62: 'JIHATSU_CENTER_IRYO',
    63: 'HOKAGO',
    64: 'HOHO',
    65: 'JIHATSU_KYOTAKU',
    71: 'NYUSHO',
    72: 'NYUSHO_IRYO',
  }),
  published: mapOf({
    ...SHARED,
    60: 'SYURO_IKOU',
    61: 'JIKATSU',
    62: 'TEITYAKU',
    63: 'JIHATSU',
    64: 'JIHATSU_CENTER_IRYO',
    65: 'HOKAGO',
    66: 'JIHATSU_KYOTAKU',
    67: 'HOHO',
    68: 'NYUSHO',
    69: 'NYUSHO_IRYO',
    70: 'SHOGAIJI_SODAN',
  }),
}

function mapOf(codes: Record<number, ServiceKey>): Map<string, ServiceKey> {
  return new Map(Object.entries(codes))
}

/** The table that explains all of a column's texts; null where they are no codes, or both tables would do and differ. */
export function codeTableOf(texts: readonly string[]): CodeTable | null {
  const codes = texts.map(codeIn)
  const fits = (['billing', 'published'] as const).filter((table) =>
    codes.every((code) => CODES[table].has(code)),
  )
  const [only = null, other] = codes.length > 0 ? fits : []
  const isSame = codes.every((code) => CODES.billing.get(code) === CODES.published.get(code))
  return other === undefined || isSame ? only : null
}

/** The service of a code; null for any other text. */
export function serviceOfCode(table: CodeTable, text: string): ServiceKey | null {
  return CODES[table].get(codeIn(text)) ?? null
}

/** Services that a code may mean where nothing says which table it is of. */
export function servicesOfCode(text: string): ServiceKey[] {
  const code = codeIn(text)
  const keys = [CODES.billing.get(code), CODES.published.get(code)]
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** The services of several codes in one cell, where both tables have them alike; none where anything else stands there. */
export function servicesOfCodes(text: string): ServiceKey[] {
  const codes = text.length > 60 ? [] : text.normalize('NFKC').split(/[\s,、・/]+/)
  const keys = codes.map(servicesOfCode)
  return codes.length > 1 && keys.every((each) => each.length === 1)
    ? [...new Set(keys.flat())]
    : []
}

/** Spreadsheets write 46 as 46.0 as well. */
function codeIn(text: string): string {
  return text.normalize('NFKC').trim().replace(/\.0$/, '')
}
