import { describe, expect, test } from 'vitest'
import {
  GROUPS,
  groupOf,
  isServiceKey,
  mayLackNumber,
  offeredGroups,
  SERVICE_KEYS,
  serviceName,
} from './catalogue.ts'

/** The words of the screen, and the groups of specification 3, written out once more. */
const NAMES: [key: string, name: string, contract: string | undefined, trial: string][] = [
  ['KEIKAKU_SOUDAN', '計画相談支援', 'consultation', 'consultation'],
  ['TIKI_IKOU', '地域移行支援', 'consultation', 'consultation'],
  ['TIKI_TEITYAKU', '地域定着支援', 'consultation', 'consultation'],
  ['SHOGAIJI_SODAN', '障害児相談支援', 'consultation', 'consultation'],
  ['IDO', '移動支援', 'community', 'community'],
  ['NICCHU', '日中一時支援', 'community', 'community'],
  ['OTHER', 'その他の地域生活支援事業', 'community', 'community'],
  ['HOME_HELP', '居宅介護', 'disability', 'disability'],
  ['JUHO', '重度訪問介護', 'disability', 'disability'],
  ['KOUDOU', '行動援護', 'disability', 'disability'],
  ['JUDO_HOUKATSU', '重度障害者等包括支援', 'disability', 'disability'],
  ['DOUKOU', '同行援護', 'disability', 'disability'],
  ['RYOYO', '療養介護', 'disability', 'disability'],
  ['SEIKATSU_KAIGO', '生活介護', 'disability', 'disability'],
  ['TANKI', '短期入所', 'disability', 'disability'],
  ['SHISETSU_NYUSHO', '施設入所支援', 'disability', 'disability'],
  ['KYODO', '共同生活援助', 'disability', 'disability'],
  ['SYUKUHAKU_JIRITSU_KUNREN', '宿泊型自立訓練', 'disability', 'disability'],
  ['JIKATSU', '自立生活援助', 'disability', 'disability'],
  ['KINOU_KUNREN', '自立訓練（機能訓練）', 'disability', 'disability'],
  ['SEIKATSU_KUNREN', '自立訓練（生活訓練）', 'disability', 'disability'],
  ['SYURO_IKOU', '就労移行支援', 'disability', 'disability'],
  ['SYURO_IKOU_YOUSEI', '就労移行支援（養成施設）', 'disability', 'disability'],
  ['SYUKEI_A', '就労継続支援A型', 'disability', 'disability'],
  ['SYUKEI_B', '就労継続支援B型', 'disability', 'disability'],
  ['TEITYAKU', '就労定着支援', 'disability', 'disability'],
  ['SYURO_SENTAKU', '就労選択支援', undefined, 'disability'],
  ['JIHATSU', '児童発達支援', 'disability', 'child'],
  ['JIHATSU_CENTER_IRYO', '医療型児童発達支援', 'disability', 'child'],
  ['HOKAGO', '放課後等デイサービス', 'disability', 'child'],
  ['HOHO', '保育所等訪問支援', 'disability', 'child'],
  ['JIHATSU_KYOTAKU', '居宅訪問型児童発達支援', 'disability', 'child'],
  ['NYUSHO', '福祉型障害児入所施設', 'disability', 'child'],
  ['NYUSHO_IRYO', '医療型障害児入所施設', 'disability', 'child'],
]

test.each(NAMES)('%s is 「%s」, %s in a contract and %s in the trial', (key, ...expected) => {
  const name = serviceName(key)
  expect([name, groupOf('contract', key), groupOf('trial', key)]).toEqual(expected)
})

test('there is no service besides, and their order is the screen order', () => {
  expect(SERVICE_KEYS).toEqual(NAMES.map(([key]) => key))
})

test('groups are called and charged as the specification says', () => {
  expect(GROUPS).toEqual({
    consultation: { name: '相談支援', per: 'corporation' },
    community: { name: '地域生活支援事業', per: 'corporation' },
    disability: { name: '障害福祉サービス', per: 'number' },
    child: { name: '児童福祉', per: 'number' },
  })
})

test.each(['', 'syukei_b', 'SYUKEI_B ', 'toString', '__proto__', 'constructor', 'hasOwnProperty'])(
  '%j is no service',
  (key) => {
    expect(isServiceKey(key)).toBe(false)
    expect(serviceName(key)).toBe(key)
    expect(groupOf('contract', key)).toBeUndefined()
    expect(groupOf('trial', key)).toBeUndefined()
  },
)

test('IDO, NICCHU and OTHER alone may lack a number', () => {
  expect(SERVICE_KEYS.filter(mayLackNumber)).toEqual(['IDO', 'NICCHU', 'OTHER'])
})

describe('offeredGroups', () => {
  const everything = () => true

  test('a contract offers three groups, the child services among the others', () => {
    const groups = offeredGroups('contract', everything)
    expect(groups.map(({ name, services }) => [name, services.length])).toEqual([
      ['相談支援', 4],
      ['地域生活支援事業', 3],
      ['障害福祉サービス', 26],
    ])
    expect(groups.flatMap(({ services }) => services)).not.toContain('SYURO_SENTAKU')
  })

  test('the trial has four, child welfare last', () => {
    const groups = offeredGroups('trial', everything)
    expect(groups.map(({ name, services }) => [name, services.length])).toEqual([
      ['相談支援', 4],
      ['地域生活支援事業', 3],
      ['障害福祉サービス', 20],
      ['児童福祉', 7],
    ])
  })

  test('a group without a price is left out', () => {
    const groups = offeredGroups('trial', (group) => group !== 'child')
    expect(groups.map(({ group }) => group)).toEqual(['consultation', 'community', 'disability'])
  })
})
