/** A desk on which everything stands at once: each flow with a key and without, pending, replaced, erased; what applicants and staff did since. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { SUPERSEDES } from '#contract/apply.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  STATUS_ADDRESS,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import type { SentBehindGate } from '#contract/status-schemas.ts'
import { createStaffApplications } from '../staff/applications.ts'
import { CORPORATION, NOW, PRICE, TRIAL } from './calls.ts'
import type { Engine } from './databases.ts'
import { apply, keyOf, type Run } from './golden-applications.ts'
import { openBook } from './golden-book.ts'
import { linksOf, type Rig, startRig } from './golden-rig.ts'
import { consentOf, ENTRY, form, post } from './requests.ts'
import { rowsIn } from './rows.ts'

export type PlayedDesk = {
  run: Run
  /** The reference of each application, by its word. */
  references: ReadonlyMap<string, string>
  /** Issued names and keys: known to their applicants alone. */
  secrets: readonly string[]
  /** What stands behind `#` in the links of two applications. */
  links: { entry: string; suspension: string }
  /** To the public server, each time from an address of its own. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>
}

const WITHOUT_KEY = { key: null } as const

export async function playDesk(engine: Engine): Promise<PlayedDesk> {
  const rig = await startRig(engine, NOW)
  const run: Run = { rig, book: openBook({}), words: new Map(), customers: new Map(), usual: {} }
  const send = senderTo(rig)
  // Staff do everything they may to this one.
  await apply(run, 'worked-on', { flow: 'entry' })
  await apply(run, 'entry', { flow: 'entry' })
  await apply(run, 'trial', { flow: 'trial', applicant: TRIAL.applicant })
  await apply(run, 'short-key', { flow: 'entry', key: 'a-guess' })
  await apply(run, 'keyless-entry', { flow: 'entry', ...WITHOUT_KEY })
  await apply(run, 'keyless-trial', { flow: 'trial', applicant: TRIAL.applicant, ...WITHOUT_KEY })
  await apply(run, 'migration', { flow: 'migration', number: 'K-1' })
  await apply(run, 'keyless-migration', { flow: 'migration', number: 'K-2', ...WITHOUT_KEY })
  await apply(run, 'suspension', { flow: 'suspension', number: 'K-3' })
  await apply(run, 'keyless-suspension', { flow: 'suspension', number: 'K-4', ...WITHOUT_KEY })
  await begin(run, send)
  await apply(run, 'erased', { flow: 'entry' })
  const { references, secrets } = await namesIn(run)
  const linkOf = (word: string) => {
    const address = linksOf(rig.config).to({ reference: references.get(word) ?? '', generation: 1 })
    return address?.split('#')[1] ?? ''
  }
  await followUp(send, linkOf)
  await createStaffApplications(rig.database, rig.now).erase({
    reference: references.get('erased') ?? '',
    by: { name: 'root', via: 'command' },
  })
  // More than a page of the list.
  for (let n = 0; n < 50; n += 1) await send(form({ ...ENTRY, person: `担当 ${n}` }))
  return {
    run,
    references,
    secrets,
    links: { entry: linkOf('entry'), suspension: linkOf('suspension') },
    send,
  }
}

/** Addresses as a trusted proxy names them. */
function senderTo({ app }: Rig): PlayedDesk['send'] {
  let count = 0
  return (request) => {
    count += 1
    const from = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
    return app.inject({ ...request, headers: { ...request.headers, 'x-forwarded-for': from } })
  }
}

/** Applications that are not complete, under their words. */
async function begin(run: Run, send: PlayedDesk['send']): Promise<void> {
  const register = async (word: string, headers = {}) => {
    const key = { 'idempotency-key': keyOf(word) }
    const answer = await send(
      form({ ...ENTRY, mailaddress: `${word}@aozora.example.jp` }, { ...key, ...headers }),
    )
    run.words.set(keyOf(word), word)
    return String(answer.json().username)
  }
  await register('replaced')
  await register('replacing', { [SUPERSEDES]: keyOf('replaced') })
  const customer = await register('pending')
  await send(
    post(
      consentOf(customer),
      { kind: 1, priceText: PRICE },
      { 'idempotency-key': keyOf('pending') },
    ),
  )
  await send(post(consentOf('K-5'), { kind: 2, priceText: PRICE }))
  run.words.set('K-5', 'pending-migration')
}

async function namesIn({ rig, words }: Run): Promise<Pick<PlayedDesk, 'references' | 'secrets'>> {
  const rows = await rowsIn(rig.database, 'applications')
  const named = rows.map(({ application_key, customer, issued_name, reference }) => {
    const word = words.get(application_key ?? (customer || issued_name)) ?? ''
    return [word, reference] as const
  })
  const secrets = rows.flatMap(({ issued_name, application_key }) => [
    issued_name,
    application_key ?? '',
  ])
  const order = [...words.values()]
  return {
    references: new Map(named.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))),
    secrets: secrets.filter((secret) => secret !== ''),
  }
}

/** What applicants do behind the gate. */
async function followUp(send: PlayedDesk['send'], linkOf: (word: string) => string): Promise<void> {
  const act = async <A extends keyof SentBehindGate>(
    address: A,
    word: string,
    more: SentBehindGate[A],
  ) => {
    const payload = { link: linkOf(word), answer: CORPORATION.tel, ...more }
    const answer = await send(post(address, payload, { 'idempotency-key': `act-${word}` }))
    if (answer.statusCode !== 200) throw new Error(`${address} ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  await act(MESSAGE_ADDRESS, 'entry', { text: '電話は午後にお願いします。' })
  const { details } = await act(STATUS_ADDRESS, 'trial', {})
  const fields = { ...details.fields, person: '鈴木 次郎' }
  const { revision, rows } = details
  await act(CORRECTION_ADDRESS, 'trial', { base: revision, proposal: null, fields, rows })
  await act(WITHDRAWAL_ADDRESS, 'keyless-trial', { proposal: null })
}
