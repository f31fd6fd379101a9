// Takes new contracts over from the staff API, gives each a customer number, and says that it runs: the whole client.
//   STAFF_API=https://staff.example.jp/api/staff/v1 TOKEN=… node billing-client.js state.json
// The token needs the scopes read, acknowledge, status, customer_number and notify.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const [, , file = 'state.json'] = process.argv
const { STAFF_API = '', TOKEN = '' } = process.env
const state = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { cursor: '', numbers: {} }

// What your own register knows of a number that somebody typed with a migration or a suspension.
function lookUp(number) {
  const { name, isEnded } = state.customers?.[number] ?? {}
  return name === undefined
    ? { customer: 'unknown' }
    : { customer: isEnded ? 'ended' : 'known', name }
}

async function call(path, { version, body } = {}) {
  const headers = { authorization: `Bearer ${TOKEN}` }
  if (version !== undefined) {
    headers['if-match'] = `"${version}"`
    // The same request is done once, however often it is sent: the key says what is asked for.
    headers['idempotency-key'] = `${path}#${version}`
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const method = version === undefined ? 'GET' : 'POST'
  const answer = await fetch(STAFF_API + path, { method, headers, body })
  const text = await answer.text()
  // 412: somebody changed it meanwhile, and it comes again in the list. 409: staff have closed it already, or something
  // of the applicant's waits for them: once they have decided, it comes again. But a number that another application has
  // is a mistake of your register.
  const comesAgain = answer.status === 412 || answer.status === 409
  if (answer.ok || (comesAgain && !text.includes('"customer_number_taken"')))
    return JSON.parse(text)
  throw new Error(`${path}: ${answer.status} ${text}`)
}

for (let more = true; more; ) {
  const page = await call(`/applications?after=${state.cursor}`)
  for (const application of page.applications) {
    const { reference, version, flow, status, customerNumber, givenNumber } = application
    const body = givenNumber === null ? undefined : JSON.stringify(lookUp(givenNumber))
    await call(`/applications/${reference}/acknowledgement`, { version, body })
    if (flow !== 'entry' || status !== 'in_progress' || customerNumber !== '') continue
    // Your own register gives the number, and remembers it by the receipt number before this call.
    state.numbers[reference] ??= `C${1001 + Object.keys(state.numbers).length}`
    writeFileSync(file, JSON.stringify(state))
    const number = { customerNumber: state.numbers[reference], notify: true }
    const done = JSON.stringify({ status: 'done', from: status, ...number })
    await call(`/applications/${reference}/status`, { version, body: done })
  }
  Object.assign(state, { cursor: page.next })
  writeFileSync(file, JSON.stringify(state))
  more = page.more
}
