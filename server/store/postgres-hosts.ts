/** A PostgreSQL URL as libpq has it, with several hosts; node-postgres takes one host a URL. */

/** One URL for each host, and which of them is used: what the writer found, or the next where that does not do. */
export type Hosts = { readonly urls: readonly string[]; current: number }

/** As node-postgres knows them: each but the first two checks the server's certificate, whatever its name says in libpq. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']
const WRITABLE = ['read-write', 'primary']
const STANDBY = ['any', 'standby', 'prefer-standby']

/** Undefined where it is no URL of a database that takes writes: no connection that cannot write is ever used. */
export function writableUrls(url: string): string[] | undefined {
  return urlsOf(url, WRITABLE)
}

/** Undefined where it is no URL of a standby. */
export function standbyUrls(url: string): string[] | undefined {
  return urlsOf(url, STANDBY)
}

function urlsOf(url: string, sessions: readonly string[]): string[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/s.exec(url)
  if (!parts) return undefined
  const [, scheme = '', user = '', authority = '', path = '', search = ''] = parts
  const query = new URLSearchParams(search)
  if (!allowed(query.get('target_session_attrs'), sessions)) return undefined
  if (!allowed(query.get('sslmode'), SSL_MODES)) return undefined
  query.delete('target_session_attrs')
  const sockets = query.get('host')?.split(',') ?? ['']
  const ports = query.get('port')?.split(',') ?? []
  const urls = authority.split(',').flatMap((host) =>
    sockets.map((socket, index) => {
      const own = new URLSearchParams(query)
      if (socket) own.set('host', socket)
      const port = ports[index] ?? ports[0]
      if (port) own.set('port', port)
      return `${scheme}${user}${host}${path}${own.size > 0 ? `?${own}` : ''}`
    }),
  )
  return urls.every((each) => URL.canParse(each.replace('@/', '@localhost/'))) ? urls : undefined
}

function allowed(value: string | null, values: readonly string[]): boolean {
  return value === null || values.includes(value)
}
