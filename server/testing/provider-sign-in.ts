/** Sign-in through a real identity provider, as a browser does it: the console's cookies and the provider's. */
import { onTestFinished } from 'vitest'
import type { Engine } from './databases.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startConsole, type TestConsole } from './staff-app.ts'

export const STAFF_URL = 'http://localhost:3001'
/** The claims of the person `u-1`. */
export const HANAKO = { preferred_username: '髙﨑 花子', roles: ['desk-worker', 'other'] }

type Wanted = { engine?: Engine; config?: Parameters<typeof startConsole>[0]; hasLogout?: boolean }

/** A provider that knows one person, and a console that trusts it. */
export async function startWithProvider({
  engine = 'sqlite',
  config,
  hasLogout = true,
}: Wanted = {}) {
  const provider = await startIdentityProvider(STAFF_URL, { hasLogout })
  onTestFinished(() => provider.close())
  provider.people.set('u-1', HANAKO)
  const staff = await startConsole({
    engine,
    config: {
      STAFF_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_ROLES: { reader: 'desk-reader', worker: 'desk-worker', administrator: 'desk-admin' },
      ...config?.config,
    },
  })
  // What the provider signs carries the real time.
  staff.clock.now = Date.now()
  return { provider, staff }
}

type Jar = Map<string, string>

/** Takes over the cookies of an answer; a value that is gone is no cookie. */
function keep(jar: Jar, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

export const headerOf = (jar: Jar) => ({ cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') })

/** A browser: the console's cookies, and the provider's. */
export function newBrowser({ app }: TestConsole) {
  const [own, foreign]: [Jar, Jar] = [new Map(), new Map()]
  return {
    own,
    foreign,
    async visit(url: string) {
      const reply = await app.inject({ url, headers: headerOf(own) })
      keep(own, [reply.headers['set-cookie'] ?? []].flat())
      return reply
    },
    /** Follows the provider's redirects, signing in where it asks, to the address at the console. */
    async atProvider(start: string, subject: string): Promise<string> {
      let url = start
      for (;;) {
        if (url.startsWith(STAFF_URL)) return url.slice(STAFF_URL.length)
        const isForm = url.includes('/interaction/')
        const reply = await fetch(url, {
          redirect: 'manual',
          headers: { ...headerOf(foreign), ...(isForm && FORM) },
          ...(isForm && { method: 'POST', body: new URLSearchParams({ subject }) }),
        })
        keep(foreign, reply.headers.getSetCookie())
        const to = reply.headers.get('location')
        if (to === null) throw new Error(`${reply.status} ${await reply.text()}`)
        url = new URL(to, url).href
      }
    },
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** From the login page to where the console leads in the end. */
export async function signIn(
  staff: TestConsole,
  subject: string,
  query = '',
  browser = newBrowser(staff),
) {
  const start = await browser.visit(`/api/oidc/login${query}`)
  const callback = await browser.atProvider(String(start.headers.location), subject)
  const end = await browser.visit(callback)
  return { browser, start, callback, end, to: end.headers.location }
}

export const sessionOf = async (browser: ReturnType<typeof newBrowser>) =>
  (await browser.visit('/api/session')).json()
