/** The staff console's HTTP server: authentication, then the same operations as the staff command line. */
import type { FastifyInstance } from 'fastify'
import { FIRST_ACCOUNT_COMMAND } from '#contract/console.ts'
import { linkKeysOf, watchSigningKeys } from './apply/signing-keys.ts'
import type { Config } from './config/settings.ts'
import { type SendAgain, sendAgain } from './delivery/send-again.ts'
import { watchDirectory } from './directory/look-up.ts'
import { callsOf } from './follow-up/after-change.ts'
import { openStatusLinks } from './follow-up/link.ts'
import { addressBucket } from './http/client-address.ts'
import { type BodyBudget, limitBodies } from './http/limits/bodies.ts'
import { createMinuteLimit } from './http/limits/look-ups.ts'
import { createThrottle } from './http/limits/sign-in.ts'
import { observe } from './http/observe-requests.ts'
import {
  checkRequests,
  collectMethods,
  refuseForeignHosts,
  refuseForeignReads,
} from './http/request-checks.ts'
import { NO_STORE } from './http/security-headers.ts'
import { createServer } from './http/server.ts'
import type { BuiltPages } from './http/static-files.ts'
import type { Health } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/spans.ts'
import { createNoticeReader } from './returned/notice-reader.ts'
import { noticeTaker } from './returned/take.ts'
import { holdAnswers } from './routes/answers.ts'
import { pageRoutes } from './routes/pages.ts'
import { type ActivityWanted, activityOf } from './staff/activity.ts'
import { addressSetter } from './staff/address.ts'
import { createStaffApplications } from './staff/applications.ts'
import { createAudit } from './staff/audit.ts'
import { type BulkChange, changeInBulk } from './staff/bulk.ts'
import { createDecide } from './staff/decide.ts'
import { createFeed } from './staff/feed.ts'
import { figuresOf } from './staff/figures.ts'
import { linkHandOut } from './staff/links.ts'
import { createConversations } from './staff/messages.ts'
import { answersOf, holdAccess } from './staff/routes/access.ts'
import { accountRoutes } from './staff/routes/account.ts'
import { staffApiRoutes } from './staff/routes/api.ts'
import { applicationRoutes } from './staff/routes/applications.ts'
import { createAuthenticator, createSessionCookie } from './staff/routes/authenticator.ts'
import { counterRoutes } from './staff/routes/counter.ts'
import { auditRoute, exportRoute } from './staff/routes/exports.ts'
import { figuresRoutes } from './staff/routes/figures.ts'
import { conversationRoutes } from './staff/routes/messages.ts'
import { oidcRoutes } from './staff/routes/openid-connect.ts'
import { sessionRoutes } from './staff/routes/sign-in.ts'
import { situationRoutes } from './staff/routes/situation.ts'
import { createTokenAuthenticator } from './staff/routes/token-authenticator.ts'
import { undeliveredRoutes } from './staff/routes/undelivered.ts'
import { type Access, type AccessConfig, accessOf, hostCheck } from './staff/sign-in/access.ts'
import { createStaffAccounts, type StaffAccounts } from './staff/sign-in/accounts.ts'
import {
  createIdentityProvider,
  createProviderSignIn,
  type ProviderConfig,
} from './staff/sign-in/openid-connect.ts'
import type { PasswordCost } from './staff/sign-in/password.ts'
import { createSecretBox, openOrNull, requireKey } from './staff/sign-in/secret-box.ts'
import { createSessions, type Session } from './staff/sign-in/sessions.ts'
import { situationOf } from './staff/situation.ts'
import { createApiTokens } from './staff/tokens.ts'
import { contactNoter, createUndelivered } from './staff/undelivered.ts'
import { createViews } from './staff/views.ts'
import { createWaiting } from './staff/waiting.ts'
import type { Database } from './store/database.ts'
import { createSharedCounters } from './store/queries/limits.ts'

/** Bytes: the process has 128 MB of heap (server/main.ts), and a hundred presses of staff at once take a tenth of this. */
const CONSOLE_BODIES: BodyBudget = { perSender: 4_194_304, total: 33_554_432 }

export type StaffAppDeps = {
  config: AccessConfig &
    Pick<
      Config,
      | 'STAFF_PORT'
      | 'STAFF_KEY_FILE'
      | 'LIMIT_API_CALLS_PER_MINUTE'
      | 'DIRECTORY_FILE'
      | 'PUBLIC_URL'
      | 'LINK_KEYS'
      | 'LINK_KEYS_FILE'
      | 'WEBHOOK_URL'
      | 'WEBHOOK_EVENTS'
      | 'WAITING_ALERT_HOURS'
    > &
    ProviderConfig
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  health: Health
  metrics: Metrics
  log: Log
  /** Undefined where no collector is set. */
  tracing?: Tracing | undefined
  pages: BuiltPages
  /** What staff may ask with a press, of the operator's file. */
  questionTexts: readonly string[]
  passwordCost?: PasswordCost
}

/** Throws OperatorError where passwords would be sent in the clear, anybody could name a person, or the key of the second factors is not there. */
export async function buildStaffApp(deps: StaffAppDeps): Promise<FastifyInstance> {
  const { config, log, tracing, pages } = deps
  const access = accessOf(config)
  const operations = createOperations(deps, access)
  requireKey(config.STAFF_KEY_FILE, await sealedIn(operations.accounts))
  await sayWhoIsAsked(access, operations.accounts, log)
  const app = createServer({
    trustProxy: config.TRUST_PROXY,
    log,
    tracing,
    notFound: pages.assets.get('/'),
  })
  observe(app, deps.metrics, log, 'staff_http')
  checkRequests(app, deps.health)
  refuseForeignHosts(app, hostCheck(config))
  limitBodies(app, CONSOLE_BODIES)
  const refuseOtherMethods = collectMethods(app)
  await app.register(async (api) => {
    refuseForeignReads(api)
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', NO_STORE)
      done()
    })
    holdAccess(api, operations)
    holdAnswers(api, answersOf)
    await sessionRoutes(api, operations)
    await oidcRoutes(api, { ...operations, log })
    await accountRoutes(api, operations)
    exportRoute(api, operations)
    auditRoute(api, operations)
    await applicationRoutes(api, operations)
    await conversationRoutes(api, operations)
    await counterRoutes(api, operations)
    await undeliveredRoutes(api, operations)
    situationRoutes(api, operations)
    figuresRoutes(api, operations)
    await api.register((routes) => staffApiRoutes(routes, operations))
  })
  pageRoutes(app, withPagePaths(pages))
  refuseOtherMethods()
  return app
}

async function sealedIn(accounts: StaffAccounts) {
  return (await accounts.list()).flatMap(({ name, totp_secret }) =>
    totp_secret === null ? [] : [{ text: totp_secret, context: name }],
  )
}

/** What a deployer has to know of a console without accounts. */
async function sayWhoIsAsked(access: Access, accounts: StaffAccounts, log: Log): Promise<void> {
  if ((await accounts.any()) || access.makesAccounts) return
  log.warn(access.isOpenWithoutAccounts ? 'console_open' : 'first_account_missing', {
    command: FIRST_ACCOUNT_COMMAND,
  })
}

function createOperations(deps: StaffAppDeps, access: Access) {
  const { config, database, clock, metrics, log, passwordCost } = deps
  const box = createSecretBox(config.STAFF_KEY_FILE)
  const accounts = createStaffAccounts({ database, clock, box, passwordCost })
  const provider = config.OIDC_ISSUER === '' ? null : createIdentityProvider(config)
  const sessions = createSessions(database, clock)
  const audit = createAudit(database, clock)
  const cookie = createSessionCookie(config.STAFF_PORT)
  const trustProxy = config.TRUST_PROXY
  const guesses = { counters: createSharedCounters(database), clock, addressBucket }
  return {
    ...onApplications(deps),
    directory: watchDirectory({ file: config.DIRECTORY_FILE, clock, log }),
    sendAgain: (wanted: SendAgain) => sendAgain(database, clock, wanted),
    feed: createFeed(database, clock),
    tokenAuthenticator: createTokenAuthenticator({
      tokens: createApiTokens(database, clock),
      audit,
      tokenThrottle: createThrottle('api token', guesses),
      admitApiCall: createMinuteLimit({ perMinute: config.LIMIT_API_CALLS_PER_MINUTE, clock }),
    }),
    accounts,
    box,
    provider,
    signIn: createProviderSignIn({ database, clock, box }),
    signOutUrl: async ({ account, idToken }: Session) => {
      const token = idToken === null ? null : openOrNull(box, { text: idToken, context: account })
      return token && provider ? provider.signOutUrl(token.toString('utf8')) : null
    },
    sessions,
    audit,
    cookie,
    clock,
    metrics,
    authenticator: createAuthenticator({ access, trustProxy, accounts, sessions, cookie, audit }),
    throttle: createThrottle('login', guesses),
    providerThrottle: createThrottle('provider sign-in', guesses),
  }
}

function onApplications({ config, database, clock, questionTexts }: StaffAppDeps) {
  const calls = callsOf(config)
  return {
    applications: createStaffApplications(database, clock, calls, config.WAITING_ALERT_HOURS),
    changeInBulk: (change: BulkChange) => changeInBulk(database, clock, change, calls),
    conversations: createConversations(database, clock),
    decide: createDecide(database, clock, calls),
    questionTexts,
    origin: config.STAFF_URL,
    handOutLink: linkHandOut(database, clock, openStatusLinks(config, clock())),
    undelivered: createUndelivered(database),
    setAddress: addressSetter(database, clock, calls),
    noteContact: contactNoter(database, clock),
    noticeReader: createNoticeReader(),
    takeNotice: noticeTaker(database, clock, watchSigningKeys(linkKeysOf(config))),
    waiting: createWaiting(database, clock, config.WAITING_ALERT_HOURS),
    situation: () => situationOf(database, clock()),
    figures: (wanted: Parameters<typeof figuresOf>[2]) => figuresOf(database, clock(), wanted),
    views: createViews(database),
    activityOf: (wanted: ActivityWanted, seesOthers: boolean) =>
      activityOf(database, wanted, seesOthers),
  }
}

const PAGE_PATHS = [
  '/applications/:reference',
  '/undelivered',
  '/situation',
  '/figures',
  '/activity',
  '/account',
  '/guide',
  '/setup',
  '/signed-in',
]

/** The console routes on the client: every page address serves the same document. */
function withPagePaths({ assets, notFound }: BuiltPages): BuiltPages {
  const page = assets.get('/')
  if (!page) return { assets, notFound }
  return {
    assets: new Map([...assets, ...PAGE_PATHS.map((path) => [path, page] as const)]),
    notFound,
  }
}
