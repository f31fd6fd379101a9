import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { verifyInvitation } from '../apply/invitations.ts'
import { newSigningKey, readSigningKeys, watchSigningKeys } from '../apply/signing-keys.ts'
import { NOW } from '../testing/calls.ts'
import { openEmpty, temporaryFolder } from '../testing/databases.ts'
import { admin } from './testing.ts'

async function context(env: NodeJS.ProcessEnv = {}) {
  const database = await openEmpty('sqlite')
  const folder = temporaryFolder()
  const settings = {
    PUBLIC_URL: 'https://apply.example.jp',
    INVITATION_KEYS_FILE: join(folder, 'keys'),
    ...env,
  }
  const invite = (...argv: string[]) => admin(database, ['invite', ...argv], { env: settings })
  const config = { keys: [], file: settings.INVITATION_KEYS_FILE }
  return { folder, invite, config }
}

const tokenOf = (link: string) => new URL(link).hash.replace('#inv=', '')

describe('invitations on the command line', () => {
  test('a link is good for its number and procedure until its time, and signed by a key made in passing', async () => {
    const { invite, config } = await context()
    const { out, err } = await invite(
      '--procedure',
      'suspension',
      '--number',
      'C123',
      '--expires',
      '2d',
    )
    const link = out.trim()
    expect(link).toMatch(
      /^https:\/\/apply\.example\.jp\/teishi\/input\?customerNumber=C123#inv=v1\.k20261120-/,
    )
    expect(err).toContain('署名の鍵がなかったため')
    expect(statSync(config.file).mode & 0o777).toBe(0o600)
    const keys = readSigningKeys(config)
    const judge = (days: number, customerNumber = 'C123') =>
      verifyInvitation(keys, tokenOf(link), {
        procedure: 'suspension',
        customerNumber,
        now: NOW + days * 86_400_000,
      }).status
    expect([judge(2), judge(2.01), judge(0, 'C124')]).toEqual(['valid', 'expired', 'forged'])
  })

  test('a list of numbers becomes a list of links', async () => {
    const { invite, config, folder } = await context()
    const [numbers, links] = [join(folder, 'numbers.csv'), join(folder, 'links.csv')]
    writeFileSync(numbers, '\ufeffお客様番号,法人名\r\nC1,"A,B"\r\n\r\n C2 ,x\r\n')
    // A list of before, which everybody may read.
    writeFileSync(links, 'x', { mode: 0o644 })
    const { err } = await invite('--procedure', 'migration', '--in', numbers, '--out', links)
    expect(err).toContain('2 件の招待リンクを作りました。')
    expect(statSync(links).mode & 0o777).toBe(0o600)
    const csv = readFileSync(links, 'utf8').slice(1)
    const rows = Papa.parse<Record<string, string>>(csv, {
      header: true,
      skipEmptyLines: true,
    }).data
    expect(rows.map((row) => [row.お客様番号, row.有効期限])).toEqual([
      ['C1', '2026-12-20 09:00'],
      ['C2', '2026-12-20 09:00'],
    ])
    const [keys, now] = [readSigningKeys(config), NOW]
    for (const { お客様番号: customerNumber = '', リンク: link = '' } of rows)
      expect(
        verifyInvitation(keys, tokenOf(link), { procedure: 'migration', customerNumber, now })
          .status,
      ).toBe('valid')
  })

  test('one wrong number, and no link is made', async () => {
    const { invite, folder } = await context()
    const numbers = join(folder, 'numbers.csv')
    writeFileSync(numbers, 'C1\nC 2\n')
    await expect(invite('--procedure', 'migration', '--in', numbers)).rejects.toThrow('「C 2」')
    await expect(invite('--procedure', 'entry', '--number', 'C1')).rejects.toThrow(
      'migration、suspension',
    )
    await expect(invite('--procedure', 'migration')).rejects.toThrow('--number か --in')
    await expect(
      invite('--procedure', 'migration', '--number', 'C1', '--expires', '1y'),
    ).rejects.toThrow('--expires')
  })

  test('a new key signs, the older ones stay good, and a running server learns of it', async () => {
    const { invite, config } = await context()
    const before = (await invite('--procedure', 'migration', '--number', 'C1')).out.trim()
    const watched = watchSigningKeys(config)
    const [old] = watched()
    await invite('keys', 'new')
    const listed = (await invite('keys', 'list')).out.trim().split('\n')
    expect(listed).toHaveLength(2)
    expect(listed[1]).toBe(old?.id)
    expect(watched().map(({ id }) => id)).toEqual(listed)
    const after = (await invite('--procedure', 'migration', '--number', 'C1')).out.trim()
    expect(tokenOf(after).split('.')[1]).toBe(listed[0])
    const expected = { procedure: 'migration', customerNumber: 'C1', now: NOW } as const
    expect(verifyInvitation(watched(), tokenOf(before), expected).status).toBe('valid')

    writeFileSync(config.file, 'not a key')
    expect(watched().map(({ id }) => id)).toEqual(listed)
    // An editor may take the file away for a moment, and puts another there.
    rmSync(config.file)
    expect(watched().map(({ id }) => id)).toEqual(listed)
    writeFileSync(config.file, newSigningKey(NOW))
    expect(watched()).toHaveLength(1)
  })

  test('where the setting holds the keys, the file stays untouched', async () => {
    const key = newSigningKey(NOW)
    const { invite, config } = await context({ INVITATION_KEYS: key })
    const link = (await invite('--procedure', 'migration', '--number', 'C1')).out.trim()
    expect(tokenOf(link).split('.')[1]).toBe(key.split(':')[0])
    expect((await invite('keys', 'new')).out).toMatch(/^k20261120-[0-9a-f]{6}:[\w-]{43}\n$/)
    expect(statSync(config.file, { throwIfNoEntry: false })).toBeUndefined()
  })
})
