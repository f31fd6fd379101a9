/** The third digit of a number says what kind of facility it is given to. */
import { groupOf, isServiceKey, type ServiceKey } from '#domain/catalogue.ts'

/** The likeliest first. */
const KINDS: Partial<Record<ServiceKey, readonly string[]>> = {
  KYODO: ['2', '1'],
  KEIKAKU_SOUDAN: ['3'],
  TIKI_IKOU: ['3'],
  TIKI_TEITYAKU: ['3'],
  SHOGAIJI_SODAN: ['7'],
}

/** None for what has no numbers of its own. */
export function kindsOf(key: string): readonly string[] {
  if (!isServiceKey(key)) return []
  const group = groupOf('trial', key)
  if (group === 'community') return []
  return KINDS[key] ?? (group === 'child' ? ['5'] : ['1'])
}
