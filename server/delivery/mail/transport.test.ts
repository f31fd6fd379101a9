import { once } from 'node:events'
import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFilesIn } from '../../testing/open-files.ts'
import { type MailServer, startMailServer } from '../testing.ts'
import { fileTransport, type Mail, type MailTransport, smtpTransport } from './transport.ts'

const FROM = { name: 'お申し込み窓口', address: 'desk@apply.example.jp' }
const MAIL: Mail = {
  id: '0199c0de-0000-7000-8000-000000000001',
  to: 'taro@example.jp',
  date: Date.parse('2026-11-20T15:04:00+09:00'),
  subject: '【あおぞら請求】新規お申し込みを受け付けました（受付番号 7F3K-9QXM）',
  text: '社会福祉法人あおぞら 御中\n',
}

/** A fifth of it is waited for a greeting: long enough for a busy machine to give one. */
const ATTEMPT_MS = 4000

const options = (url: string) => ({
  url,
  from: FROM,
  hostName: 'apply.example.jp',
  connections: 2,
  answerTimeout: ATTEMPT_MS,
})

describe('SMTP', () => {
  let server: MailServer
  let transport: MailTransport
  beforeEach(async () => {
    server = await startMailServer()
    transport = smtpTransport(options(server.url))
  })
  afterEach(async () => {
    transport.close()
    await server.close()
  })

  it('delivers one letter to one address, in UTF-8, under its own id', async () => {
    const replyTo = 'support@example.jp'
    expect(await transport.send({ ...MAIL, replyTo })).toEqual({ status: 'delivered' })
    expect(await transport.send({ ...MAIL, id: 'other' })).toEqual({ status: 'delivered' })
    const [mail, other] = server.mails
    expect(mail?.source).toContain('\r\nReply-To: support@example.jp\r\n')
    expect(other?.source).not.toContain('Reply-To')
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail?.source).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
    expect(mail?.recipients).toEqual(['taro@example.jp'])
    expect(mail?.clientName).toBe('apply.example.jp')
    expect(mail?.messageId).toBe(`${MAIL.id}@apply.example.jp`)
    expect(mail?.source).toContain('\r\nTo: taro@example.jp\r\n')
    expect(mail?.source).toContain('Date: Fri, 20 Nov 2026 06:04:00 +0000')
    const [, body = ''] = mail?.source.split('\r\n\r\n') ?? []
    expect(Buffer.from(body, 'base64').toString()).toBe(MAIL.text.replace('\n', '\r\n'))
  })

  it('keeps of an answer what a database stores', async () => {
    const odd = createServer((socket) => {
      socket.write('220 odd.test\r\n')
      socket.on('data', (line) =>
        socket.write(String(line).startsWith('RCPT') ? '550 5.1.1 no\0such\r\n' : '250 yes\r\n'),
      )
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(odd, 'listening')
    const { port } = odd.address() as AddressInfo
    const other = smtpTransport(options(`smtp://127.0.0.1:${port}`))
    onTestFinished(() => {
      other.close()
      odd.close()
    })
    expect(await other.send(MAIL)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('5.1.1 nosuch'),
    })
  })

  it.each([
    ['silent', 'unreachable'],
    [421, 'unreachable'],
    [451, 'postponed'],
    [550, 'refused'],
  ] as const)('tells a server that is %s as %s, and delivers afterwards', async (mood, status) => {
    server.mood(mood)
    expect(await transport.send(MAIL)).toMatchObject({ status, reason: expect.stringMatching(/./) })
    server.mood('accept')
    expect(await transport.send(MAIL)).toEqual({ status: 'delivered' })
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([`${MAIL.id}@apply.example.jp`])
  })

  it('tells a port where nobody listens as unreachable, with the code of it', async () => {
    await server.close()
    expect(await transport.send(MAIL)).toMatchObject({
      status: 'unreachable',
      code: expect.any(String),
    })
  })

  it('gives no password to a server without TLS, unless it is this machine', async () => {
    const { port } = new URL(server.url)
    const elsewhere = smtpTransport(options(`smtp://user:secret@[::ffff:127.0.0.1]:${port}`))
    expect(await elsewhere.send(MAIL)).toMatchObject({
      status: 'unreachable',
      reason: expect.stringContaining('STARTTLS'),
    })
    elsewhere.close()
    expect(server.mails).toEqual([])
  })

  it('sends nothing without TLS where TLS is required, also to this machine', async () => {
    const strict = smtpTransport({ ...options(server.url), requiresTls: true })
    expect(await strict.send(MAIL)).toMatchObject({
      status: 'unreachable',
      reason: expect.stringContaining('STARTTLS'),
    })
    strict.close()
    expect(server.mails).toEqual([])
  })

  it('never leaves out a login that was configured: a server that offers none refuses it', async () => {
    const { host } = new URL(server.url)
    const named = smtpTransport(options(`smtp://user:secret@${host}`))
    expect(await named.send(MAIL)).toMatchObject({
      status: 'unreachable',
      reason: expect.stringMatching(/login/i),
    })
    named.close()
    expect(server.mails).toEqual([])
  })

  it.each(INJECTIONS())('never sends %j to anybody but one', async (to) => {
    const { status } = await transport.send({ ...MAIL, to })
    const recipients = server.mails.map((mail) => mail.recipients)
    expect(recipients).toEqual(status === 'delivered' ? [[to]] : [])
    for (const { source } of server.mails) expect(source).not.toMatch(/^(Bcc|Cc):/im)
  })
})

describe('a folder of mails', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mail-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('holds each mail once, however often it was attempted, directly and whole', async () => {
    const transport = fileTransport(join(folder, 'mail'), FROM)
    expect(await transport.send(MAIL)).toEqual({ status: 'delivered' })
    expect(await transport.send(MAIL)).toEqual({ status: 'delivered' })
    expect(await readdir(join(folder, 'mail'))).toEqual([`${MAIL.id}.eml`])
    const source = await readFile(join(folder, 'mail', `${MAIL.id}.eml`), 'utf8')
    expect(source).toContain(`Message-ID: <${MAIL.id}@apply.example.jp>\r\n`)
    expect(source).toContain('To: taro@example.jp\r\n')
    expect(source).toContain('Content-Transfer-Encoding: 8bit\r\n')
    const { mode } = await stat(join(folder, 'mail', `${MAIL.id}.eml`))
    expect(mode & 0o777).toBe(0o600)
    expect(source.endsWith('\r\n\r\n社会福祉法人あおぞら 御中\r\n')).toBe(true)
  })

  it('is on disk with its name, and so is a folder that was made for it', async () => {
    const handle = await open(folder, 'r')
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
    onTestFinished(() => sync.mockRestore())
    await handle.close()
    const transport = fileTransport(join(folder, 'new', 'mail'), FROM)
    await transport.send(MAIL)
    // Two folders that hold a new one, the mail, and the folder that holds it.
    expect(sync).toHaveBeenCalledTimes(4)
    await transport.send(MAIL)
    expect(sync).toHaveBeenCalledTimes(6)
  })

  it('keeps no file open', async () => {
    const transport = fileTransport(join(folder, 'mail'), FROM)
    expect(await transport.send(MAIL)).toEqual({ status: 'delivered' })
    expect([...openFilesIn(folder), ...openFilesIn(join(folder, 'mail'))]).toEqual([])
  })

  it('is synced once for the mails that come together, and never before their names are there', async () => {
    const path = join(folder, 'mail')
    const transport = fileTransport(path, FROM)
    await transport.send(MAIL)
    const handle = await open(folder, 'r')
    const before: number[] = []
    const file = Object.getPrototypeOf(handle)
    const { sync } = file
    const spy = vi.spyOn(file, 'sync').mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) before.push((await readdir(path)).length)
      return sync.call(this)
    })
    onTestFinished(() => spy.mockRestore())
    await handle.close()
    const mails = Array.from({ length: 16 }, (_, n) => ({ ...MAIL, id: `mail-${n}` }))
    await Promise.all(mails.map((mail) => transport.send(mail)))
    expect(before.length).toBeLessThan(mails.length)
    expect(before.at(-1)).toBe(mails.length + 1)
  })

  it('takes no mail to what is no address', async () => {
    const transport = fileTransport(folder, FROM)
    expect(await transport.send({ ...MAIL, to: 'v@x.test\r\nBcc: evil@y.test' })).toMatchObject({
      status: 'refused',
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('that cannot be written to is told as unreachable, and takes the mail afterwards', async () => {
    const path = join(folder, 'mail')
    const transport = fileTransport(path, FROM)
    await writeFile(path, 'a file where the folder should be')
    expect(await transport.send(MAIL)).toEqual({
      status: 'unreachable',
      reason: expect.stringContaining('EEXIST'),
    })
    await rm(path)
    expect(await transport.send(MAIL)).toEqual({ status: 'delivered' })
  })
})

function INJECTIONS(): string[] {
  return [
    'v@x.test\r\nBcc: evil@y.test',
    'v@x.test\nBcc: evil@y.test',
    'v@x.test\rBcc: evil@y.test',
    'v@x.test%0aBcc:evil@y.test',
    'v@x.test, evil@y.test',
    'v@x.test,evil@y.test',
    'v@x.test; evil@y.test',
    'v@x.test evil@y.test',
    'v@x.test\tevil@y.test',
    'v@x.test\0evil@y.test',
    '<v@x.test>,<evil@y.test>',
    'V <v@x.test>',
    '"evil@y.test" <v@x.test>',
    'evil@y.test <v@x.test>',
    'v@x.test (evil@y.test)',
    'v@x.test(x)evil.test',
    'group: v@x.test, evil@y.test;',
    'undisclosed: evil@y.test;',
    'v@x.test>\r\nRCPT TO:<evil@y.test',
    'v@x.test> SIZE=1',
    'v@x.test>\r\nDATA\r\nx\r\n.\r\n',
    '@a.test,@b.test:v@x.test',
    'v@[127.0.0.1]',
    '"v w"@x.test',
    '"v@x.test, evil"@y.test',
    'v@x.test\u2028evil@y.test',
    'v@x.test，evil@y.test',
    '=?utf-8?q?evil=40y.test=2C?=@x.test',
    'v!evil@x.test',
    'v%evil.test@x.test',
    '',
    '@',
  ]
}
