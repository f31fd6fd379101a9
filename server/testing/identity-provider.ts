/** A real OpenID Connect provider (oidc-provider, certified) on this machine, whose people sign in by their name alone. */

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

/** Claims of a person besides the subject. */
export type Person = Readonly<Record<string, unknown>>

export type TestProvider = {
  issuer: string
  client: { id: string; secret: string }
  /** Subject → claims; may change meanwhile. */
  people: Map<string, Person>
  /** Changes the claims of ID tokens after they were signed. */
  forge(change: (claims: Person) => Person): void
  /** Nobody answers any more, until it is called with true. */
  listen(isOn: boolean): Promise<void>
  close(): Promise<void>
}

const CLIENT = { id: 'console', secret: 'a secret of the console' }

/** `staffUrl` is where the console is opened. */
export async function startIdentityProvider(
  staffUrl: string,
  { hasLogout = true } = {},
): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const server = createServer()
  await bind(server, 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, configurationOf(staffUrl, people, hasLogout))
  const answer = provider.callback()
  let forge: ((claims: Person) => Person) | undefined
  server.on('request', (request, response) => {
    if (forge && request.url === '/token') changeIdToken(response, forge)
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void answer(request, response)
  })
  return {
    issuer,
    client: CLIENT,
    people,
    forge: (change) => {
      forge = change
    },
    listen: (isOn) => (isOn ? bind(server, port) : stop(server)),
    close: () => stop(server),
  }
}

let generated: object | undefined

/** Generated once a worker, for that takes longer than most tests. */
function signingKey(): object {
  generated ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    format: 'jwk',
  })
  return { ...generated, use: 'sig', alg: 'RS256' }
}

function configurationOf(
  staffUrl: string,
  people: Map<string, Person>,
  hasLogout: boolean,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${staffUrl}/api/oidc/callback`],
        post_logout_redirect_uris: [`${staffUrl}/`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [signingKey() as never],
    },
    adapter: () => inMemory(),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'roles', 'realm_access'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: async () => ({ ...person, sub: id }) }
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: hasLogout,
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><title>provider</title><h1>Log out?</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`
        },
      },
    },
    // Everybody has agreed that the console may know the name.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const { Grant } = ctx.oidc.provider
      const grant = new Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** A form that asks for the subject; an empty one is the person's no. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      '<!doctype html><title>provider</title><h1>Provider</h1><form method="post"><label>Name <input name="subject"></label><button>Sign in</button></form>',
    )
    return
  }
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const accountId = new URLSearchParams(body).get('subject') ?? ''
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } }
  await provider.interactionFinished(request, response, result)
}

/** The answer with another ID token under the old signature. */
function changeIdToken(response: ServerResponse, change: (claims: Person) => Person): void {
  const end = response.end.bind(response)
  response.end = ((text: string) => {
    const { id_token, ...rest } = JSON.parse(String(text))
    const [header, claims = '', signature] = String(id_token).split('.')
    const changed = change(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')))
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url')
    const body = JSON.stringify({ ...rest, id_token: [header, forged, signature].join('.') })
    response.setHeader('content-length', Buffer.byteLength(body))
    return end(body)
  }) as typeof response.end
}

/** As much of an adapter as the code flow uses. */
function inMemory(): Adapter {
  const stored = new Map<string, AdapterPayload>()
  const byUid = async (uid: string) => [...stored.values()].find((one) => one.uid === uid)
  return {
    upsert: async (id, payload) => void stored.set(id, payload),
    find: async (id) => stored.get(id),
    findByUid: byUid,
    findByUserCode: async () => undefined,
    destroy: async (id) => void stored.delete(id),
    consume: async (id) => {
      const payload = stored.get(id)
      if (payload) stored.set(id, { ...payload, consumed: Math.floor(Date.now() / 1000) })
    },
    async revokeByGrantId(grant) {
      for (const [id, { grantId }] of stored) if (grantId === grant) stored.delete(id)
    },
  }
}

async function bind(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
