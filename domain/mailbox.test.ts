import { describe, expect, it } from 'vitest'
import { mailboxOf, mailDomainOf } from './mail-address.ts'

describe('a mailbox', () => {
  it.each([
    ['tanaka@aozora.example.jp', 'tanaka@aozora.example.jp'],
    ['Tanaka@Aozora.Example.JP', 'tanaka@aozora.example.jp'],
    ['vic.tim@example.jp', 'vic.tim@example.jp'],
    ['V.i.c.t.i.m+x.y@GMail.com', 'victim@gmail.com'],
    ['vic.tim@googlemail.com', 'victim@gmail.com'],
    ['vic.tim@mail.gmail.com', 'vic.tim@mail.gmail.com'],
    ['victim+1@example.jp', 'victim@example.jp'],
    ['Victim+a+b@Example.jp', 'victim@example.jp'],
    // A local part that begins with the sign has no name before it: it stays a mailbox of its own.
    ['+tag@example.jp', '+tag@example.jp'],
    ['no-domain', 'no-domain'],
    ['', ''],
  ])('%j is counted as %j', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })

  it('is reached through its domain', () => {
    expect(mailDomainOf('a@b@Example.JP')).toBe('example.jp')
    expect(mailDomainOf('no-domain')).toBe('')
  })
})
