/** Two services in one text. */
import { expect, test } from 'vitest'
import { SERVICE_KEYS, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { list as contract } from '../testing/drawn-sheet.ts'
import { SPELLINGS } from './service-spellings.ts'
import { matchService } from './services.ts'

/** The services a text is surely read as; null where the plan would ask. */
function sureKeysOf(text: string): ServiceKey[] | null {
  const match = matchService(contract, text)
  const each = match?.kind === 'several' ? match.parts.map((part) => part.match) : [match]
  const keys = each.map((one) =>
    one?.kind === 'found' || one?.kind === 'not-offered' ? one.key : null,
  )
  return keys.every((key) => key !== null) ? keys : null
}

test.each(['', ' ', '\u3000', '、'])(
  'two names with %j between them are these two, or are asked about',
  (between) => {
    const wrong: string[] = []
    let asked = 0
    for (const [first, second] of SERVICE_KEYS.flatMap((a) =>
      SERVICE_KEYS.map((b) => [a, b] as const),
    )) {
      if (first === second) continue
      const text = SERVICES[first].name + between + SERVICES[second].name
      const keys = sureKeysOf(text)
      if (keys === null) asked += 1
      else if (keys.toSorted().join() !== [first, second].toSorted().join()) wrong.push(text)
    }
    expect(wrong).toEqual([])
    // Run together, some can be cut in two ways.
    if (between !== '') expect(asked).toBe(0)
  },
)

test('every spelling is read beside another service as well', () => {
  for (const key of SERVICE_KEYS)
    for (const text of [SERVICES[key].name, ...SPELLINGS[key]]) {
      const other = key === 'RYOYO' ? 'IDO' : 'RYOYO'
      expect([text, sureKeysOf(`${text}、${SERVICES[other].name}`)?.toSorted()]).toEqual([
        text,
        [key, other].toSorted(),
      ])
    }
})
