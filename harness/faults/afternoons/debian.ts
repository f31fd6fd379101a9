/** A clean Debian with systemd of its own and the way to the registries, on which nobody has installed anything. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../bin/run.js'
import { until } from '../../../server/testing/process.ts'

const BOOTED_MS = 60_000
/** Debian's installer brings these; debootstrap's smallest set does not. */
const INIT = 'systemd,systemd-sysv,dbus'
/** The host as slirp4netns shows it, and its name server. */
const HOST = '10.0.2.2'
const NAME_SERVER = '10.0.2.3'
/** Where something between here and the registries ends TLS, this machine's authorities know it, and Debian's do not. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
const COPIED_AUTHORITIES = '/etc/ssl/registries.pem'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Debian = {
  /** Runs a script as root in a shell of its own; every line that it prints is handed over. Resolves to its status. */
  run(script: string, tell: (line: string) => void): Promise<number>
  stop(): void
}

/** A folder with nothing but Debian in it, by debootstrap. */
export function cleanRoot(folder: string): void {
  const options = ['--variant=minbase', `--include=${INIT}`]
  execFileSync('debootstrap', [...options, 'bookworm', folder], { stdio: 'pipe' })
}

/**
 * Boots a copy of the root in a network of its own, with the project's last commit in /opt/moushikomi. Names of the page
 * lead to the machine itself, as localhost does where Debian's installer was, and that of the relay to this one.
 */
export async function bootDebian(clean: string, root: string): Promise<Debian> {
  cpSync(clean, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  mkdirSync(join(root, 'opt'), { recursive: true })
  execFileSync('git', ['clone', '--quiet', ROOT, join(root, 'opt/moushikomi')], { stdio: 'pipe' })
  appendFileSync(
    join(root, 'etc/hosts'),
    `127.0.0.1 localhost apply.example.jp staff.apply.example.jp\n${HOST} relay.example.jp\n`,
  )
  cpSync(AUTHORITIES, join(root, COPIED_AUTHORITIES))
  writeFileSync(join(root, 'etc/resolv.conf'), `nameserver ${NAME_SERVER}\n`)
  const machine = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', `--directory=${root}`, '--register=no', '--keep-unit', '--boot'],
      ...['--private-network', '--resolv-conf=off', '--console=pipe', '--machine=afternoon'],
      `--uuid=${crypto.randomUUID().replaceAll('-', '')}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const children = `/proc/${machine.pid}/task/${machine.pid}/children`
  const leader = () => (existsSync(children) ? readFileSync(children, 'utf8').split(' ')[0] : '')
  const inside = (...command: readonly string[]) =>
    execFileSync('nsenter', ['-t', `${leader()}`, '-a', ...command], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const isBooted = async () => {
    try {
      return inside('systemctl', 'is-system-running', '--wait').startsWith('running')
    } catch {
      return false
    }
  }
  await until(isBooted, BOOTED_MS, 'a clean Debian that runs', 500)
  const network = spawn('slirp4netns', ['--configure', '--mtu=65520', leader() ?? '', 'tap0'], {
    stdio: 'ignore',
  })
  return {
    run: (script, tell) => runInside(leader() ?? '', script, tell),
    stop() {
      network.kill()
      machine.kill('SIGKILL')
    },
  }
}

async function runInside(leader: string, script: string, tell: (line: string) => void) {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const child: ChildProcess = spawn(
    'nsenter',
    [
      ...['-t', leader, '-a', 'env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8'],
      ...[`npm_config_registry=${registry}`, `NODE_EXTRA_CA_CERTS=${COPIED_AUTHORITIES}`],
      ...['bash', '-c', script],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let rest = ''
  const hear = (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) tell(line)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
