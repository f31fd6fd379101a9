/** A real Postfix of a drill's own, which takes every mail into a folder, and can be told to refuse as relays do. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { freePorts, listen } from '../../../server/testing/ports.ts'

import { until } from '../../../server/testing/process.ts'

export type Postfix = {
  port: number
  /** Certificate of the authority that signed the relay's. */
  authority: string
  /** Message-IDs of what was taken, without their domain. */
  arrived(): string[]
  /** Further lines of main.cf from now on. */
  set(lines: Readonly<Record<string, string>>): void
  /** Which password of `desk` is right. */
  password(right: string): void
  /** Whether a recipient who was not seen before is asked to come later. */
  greylist(on: boolean): void
  start(): Promise<void>
  stop(): Promise<void>
}

const STARTED_MS = 20_000

export async function createPostfix(folder: string): Promise<Postfix> {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  for (const name of ['etc', 'queue', 'data', 'inbox']) mkdirSync(join(folder, name))
  execFileSync('chown', ['postfix', join(folder, 'data')])
  execFileSync('chown', ['nobody', join(folder, 'inbox')])
  makeCertificates(folder)
  const state = { password: 'right', greylists: false }
  const [auth, policy] = [await listen(authServer(state)), await listen(policyServer(state))]
  const [port = 0] = await freePorts(1)
  const etc = join(folder, 'etc')
  writeFileSync(join(etc, 'master.cf'), masterFile(port))
  const configure = (lines: Readonly<Record<string, string>>) => {
    const all = Object.entries({ ...mainFile({ folder, auth, policy }), ...lines })
    writeFileSync(join(etc, 'main.cf'), all.map(([name, value]) => `${name} = ${value}\n`).join(''))
  }
  configure({})
  const service = serviceOf(etc, port)
  return {
    ...service,
    port,
    authority: join(folder, 'ca.pem'),
    arrived: () => messageIds(join(folder, 'inbox', 'new')),
    set(lines) {
      configure(lines)
      if (service.isRunning()) execFileSync('postfix', ['-c', etc, 'reload'], { stdio: 'ignore' })
    },
    password(right) {
      state.password = right
    },
    greylist(on) {
      state.greylists = on
    },
  }
}

function serviceOf(etc: string, port: number) {
  let running: ReturnType<typeof spawn> | undefined
  return {
    isRunning: () => running !== undefined,
    async start() {
      running = spawn('postfix', ['-c', etc, 'start-fg'], { stdio: 'ignore' })
      await until(() => greets(port), STARTED_MS, 'greeted by Postfix', 100)
    },
    async stop() {
      if (!running) return
      const ended = once(running, 'exit')
      execFileSync('postfix', ['-c', etc, 'stop'], { stdio: 'ignore' })
      await ended
      running = undefined
    },
  }
}

type Places = { folder: string; auth: number; policy: number }

function mainFile({ folder, auth, policy }: Places): Record<string, string> {
  return {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    maillog_file: join(folder, 'maillog'),
    maillog_file_prefixes: folder,
    myhostname: 'relay.example.jp',
    mydestination: '',
    alias_maps: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    default_transport: 'virtual',
    virtual_mailbox_domains: '',
    virtual_mailbox_base: folder,
    virtual_mailbox_maps: 'static:inbox/',
    virtual_uid_maps: `static:${idOf('nobody', '-u')}`,
    virtual_gid_maps: `static:${idOf('nobody', '-g')}`,
    virtual_minimum_uid: '1',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `inet:127.0.0.1:${auth}`,
    smtpd_tls_cert_file: join(folder, 'relay.pem'),
    smtpd_tls_key_file: join(folder, 'relay.key'),
    smtpd_tls_security_level: 'may',
    smtpd_relay_restrictions:
      'permit_mynetworks, permit_sasl_authenticated, reject_unauth_destination',
    smtpd_recipient_restrictions: `check_policy_service inet:127.0.0.1:${policy}`,
  }
}

const idOf = (user: string, flag: string) =>
  execFileSync('id', [flag, user], { encoding: 'utf8' }).trim()

/** The services of Postfix's own sample that a relay needs, none in a chroot. */
function masterFile(port: number): string {
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    'verify unix - - n - 1 verify',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  return `${services.join('\n')}\n`
}

/** An authority of the operator's own, as a company has it, and the relay's certificate for `localhost`. */
function makeCertificates(folder: string): void {
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' })
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.pem -subj /CN=drill')
  openssl('req -newkey rsa:2048 -nodes -keyout relay.key -out relay.csr -subj /CN=localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n')
  const signed = '-CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out relay.pem'
  openssl(`x509 -req -in relay.csr ${signed}`)
}

type State = { password: string; greylists: boolean }

/** Dovecot's protocol, by which Postfix asks whether a login is right. */
function authServer(state: State): Server {
  return createServer((socket) => {
    socket.write('VERSION\t1\t1\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\tdrill\nDONE\n')
    socket.on('error', () => {})
    onLines(socket, (line) => {
      const [word, id, ...parts] = line.split('\t')
      if (word !== 'AUTH') return
      const response = parts.find((part) => part.startsWith('resp='))?.slice('resp='.length) ?? ''
      const [, user, password] = Buffer.from(response, 'base64').toString().split('\0')
      const isRight = user === 'desk' && password === state.password
      socket.write(isRight ? `OK\t${id}\tuser=desk\n` : `FAIL\t${id}\tuser=desk\n`)
    })
  })
}

/** Postfix's policy protocol, as postgrey speaks it: `DUNNO` lets the mail pass. */
function policyServer(state: State): Server {
  return createServer((socket) => {
    socket.on('error', () => {})
    onLines(socket, (line) => {
      if (line !== '') return
      const later = 'DEFER_IF_PERMIT Greylisted, come again later'
      socket.write(`action=${state.greylists ? later : 'DUNNO'}\n\n`)
    })
  })
}

function onLines(socket: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = ''
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('data', () => socket.end('QUIT\r\n'))
  })
}

function messageIds(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => {
    const [, id = ''] =
      /^message-id: <([^@>]+)/im.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return id
  })
}
