/** A Postfix that returns mails as relays do, and the Dovecot in whose mailbox they arrive; both real, and a test's own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../../server/testing/ports.ts'
import { until } from '../../../server/testing/process.ts'
import { createPostfix, type Postfix } from '../operations/postfix.ts'

/** Whose mail the relay takes and then returns, by the local part, with the answer that the notice has. */
export const RETURNED = {
  nobody: 'error:5.1.1 User unknown',
  full: 'error:5.2.2 Mailbox full',
  spam: 'error:5.7.1 Message refused',
  nomx: 'error:5.4.4 No mail exchanger',
  later: 'retry:4.4.1 Connection timed out',
} as const

export type MailServers = {
  postfix: Postfix
  /** As the settings of the product name them. */
  env: Record<string, string>
  /** Puts a message into the mailbox as a mail server does, that many days ago. */
  drop(name: string, text: string, daysAgo?: number): void
  /** What comes back goes no more to the mailbox, but as docs/operations.md has it to this address. */
  pipeTo(url: string, token: string): void
  /** Files of the mailbox. */
  messages(): string[]
  dovecot: { stop(): Promise<void>; start(): Promise<void> }
  stop(): Promise<void>
}

const PASSWORD = 'a-password-of-a-mailbox'
const RETURNS = 'bounce+{}@apply.example.jp'
const STARTED_MS = 20_000
const OPERATIONS = join(import.meta.dirname, '../../../docs/operations.md')

export async function startMailServers(folder: string): Promise<MailServers> {
  // Their servers run as users of their own.
  chmodSync(folder, 0o755)
  const postfix = await createPostfix(join(folder, 'postfix'))
  const box = join(folder, 'postfix', 'returned')
  for (const part of ['', 'cur', 'new', 'tmp']) mkdirSync(join(box, part), { recursive: true })
  execFileSync('chown', ['-R', 'nobody:nogroup', box])
  const maps = join(folder, 'postfix', 'etc')
  writeFileSync(join(maps, 'boxes'), '/^bounce[+].*@apply\\.example\\.jp$/ returned/\n/./ inbox/\n')
  const routes = Object.entries(RETURNED).map(([name, way]) => `/^${name}[@+]/ ${way}\n`)
  writeFileSync(join(maps, 'routes'), routes.join(''))
  postfix.set(mapsOf(maps))
  await postfix.start()
  const port = await freePort()
  const dovecot = dovecotIn(join(folder, 'dovecot'), { port, box, keys: join(folder, 'postfix') })
  await dovecot.start()
  const secret = join(folder, 'mailbox-password')
  writeFileSync(secret, `${PASSWORD}\n`)
  let count = 0
  return {
    postfix,
    dovecot,
    env: {
      MAIL_URL: `smtp://localhost:${postfix.port}`,
      MAIL_CA_FILE: postfix.authority,
      MAIL_FROM: 'desk@apply.example.jp',
      STAFF_MAIL: 'staff@example.jp',
      MAIL_RETURN: RETURNS,
      MAIL_RETURN_URL: `imaps://returned@localhost:${port}`,
      MAIL_RETURN_PASSWORD_FILE: secret,
    },
    drop(name, text, daysAgo = 0) {
      count += 1
      const file = join(box, 'new', `${Date.now()}.${count}.${name}`)
      writeFileSync(file, text.replace(/\r?\n/g, '\r\n'))
      chmodSync(file, 0o644)
      // Dovecot takes the time of the file for that of its arrival.
      const seconds = Date.now() / 1000 - daysAgo * 86_400
      utimesSync(file, seconds, seconds)
    },
    pipeTo(url, token) {
      writeFileSync(join(maps, 'master.cf'), `${pipeOf(url, token)}\n`, { flag: 'a' })
      const back = '/^bounce[+].*@apply\\.example\\.jp$/ returned:\n'
      writeFileSync(join(maps, 'routes'), `${back}${routes.join('')}`)
      postfix.set(mapsOf(maps))
    },
    messages: () => ['new', 'cur'].flatMap((part) => readdirSync(join(box, part))),
    async stop() {
      await dovecot.stop()
      await postfix.stop()
    },
  }
}

/** The line of docs/operations.md. */
function pipeOf(url: string, token: string): string {
  const [line = ''] = /^ *returned unix .*$/m.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
  return line
    .trim()
    .replace(/https:\S+/, url)
    .replace('…', token)
}

function mapsOf(maps: string): Record<string, string> {
  return {
    transport_maps: `regexp:${join(maps, 'routes')}`,
    virtual_mailbox_maps: `regexp:${join(maps, 'boxes')}`,
    // It takes a mail first, and returns it afterwards.
    smtpd_reject_unlisted_recipient: 'no',
    recipient_delimiter: '+',
    delay_warning_time: '1s',
    queue_run_delay: '1s',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '2s',
  }
}

/** Lines of main.cf that keep the returned mails' ways, with further ones. */
export function alsoSet(postfix: Postfix, folder: string, lines: Record<string, string>): void {
  postfix.set({ ...mapsOf(join(folder, 'postfix', 'etc')), ...lines })
}

function dovecotIn(
  folder: string,
  { port, box, keys }: Record<'box' | 'keys', string> & { port: number },
) {
  mkdirSync(folder)
  const file = join(folder, 'dovecot.conf')
  const lines = [
    'protocols = imap',
    `base_dir = ${join(folder, 'run')}`,
    `state_dir = ${join(folder, 'state')}`,
    `log_path = ${join(folder, 'log')}`,
    'listen = 127.0.0.1',
    'ssl = required',
    `ssl_cert = <${join(keys, 'relay.pem')}`,
    `ssl_key = <${join(keys, 'relay.key')}`,
    `mail_location = maildir:${box}`,
    'first_valid_uid = 1',
    'mail_uid = nobody',
    'mail_gid = nogroup',
    `passdb {\n  driver = static\n  args = password=${PASSWORD}\n}`,
    'userdb {\n  driver = static\n  args = uid=nobody gid=nogroup home=/tmp\n}',
    'service imap-login {',
    '  inet_listener imap {\n    port = 0\n  }',
    `  inet_listener imaps {\n    port = ${port}\n    ssl = yes\n  }`,
    '}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  let running: ChildProcess | undefined
  return {
    async start() {
      running = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' })
      await until(() => listens(port), STARTED_MS, 'listening: Dovecot', 100)
    },
    async stop() {
      if (!running || running.exitCode !== null) return
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      await ended
      running = undefined
    },
    log: () => existsSync(join(folder, 'log')),
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
