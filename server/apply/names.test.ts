import { expect, test } from 'vitest'
import { isCustomerNumber, TEMPORARY_CUSTOMER } from '#domain/flows.ts'
import { idOfIssued, newReference, newUsername } from './new-rows.ts'

test('a username is what the contract calls a temporary customer, and never a customer number', () => {
  const names = Array.from({ length: 500 }, newUsername)
  expect(new Set(names).size).toBe(500)
  for (const name of names) {
    expect(name).toMatch(TEMPORARY_CUSTOMER)
    expect(isCustomerNumber(name)).toBe(false)
  }
})

test('a username uses all of its 128 bits', () => {
  const seen = Array.from({ length: 26 }, () => new Set<string>())
  for (let i = 0; i < 2000; i++)
    for (const [place, character] of [...newUsername().slice(4)].entries())
      seen[place]?.add(character)
  // 128 bits fill 25 characters of five bits; three bits are left for the last.
  expect(seen.map(({ size }) => size)).toEqual([...Array(25).fill(32), 8])
})

test('an id says nothing of the name that it was made from, and is no name itself', () => {
  const name = newUsername()
  const id = idOfIssued(name)
  expect(id).toMatch(/^app-[\da-f]{32}$/)
  expect([idOfIssued(name), TEMPORARY_CUSTOMER.test(id)]).toEqual([id, false])
  const names = Array.from({ length: 500 }, newUsername)
  expect(new Set(names.map(idOfIssued)).size).toBe(500)
  for (const piece of name.slice(4).match(/.{5}/g) ?? []) expect(id).not.toContain(piece)
})

test('a reference can be read aloud: no vowel, nothing that looks like something else', () => {
  for (let i = 0; i < 500; i++)
    expect(newReference()).toMatch(/^[2-9BCDFGHJKMNPQRTVWXY]{4}-[2-9BCDFGHJKMNPQRTVWXY]{4}$/)
})

test('every character of a reference is as likely as every other', () => {
  const REFERENCES = 20_000
  const counts = new Map<string, number>()
  for (let i = 0; i < REFERENCES; i++)
    for (const character of newReference().replace('-', ''))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  const expected = (8 * REFERENCES) / 26
  // A byte modulo 26 would be off by 8 deviations and more.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(5.5 * Math.sqrt(expected))
})
