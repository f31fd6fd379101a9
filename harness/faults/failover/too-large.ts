/** A client that sends more than is taken, in every way there is to announce it. */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import {
  API_BASE,
  BODY_LIMITS,
  CORRECTION_BODY_LIMIT,
  customerPath,
  PATHS,
} from '#contract/apply.ts'
import { CORRECTION_ADDRESS, STATUS_ADDRESS, STATUS_BODY_LIMIT } from '#contract/status.ts'
import { API_ERRORS } from '#domain/messages.ts'

const BYTES = 1_000_000
const KINDS = ['length', 'chunked', 'expect', 'a little'] as const
const REGISTER = `${API_BASE}${PATHS.register}`
const TARGETS = [
  { path: REGISTER, limit: BODY_LIMITS.register },
  { path: `${API_BASE}${customerPath('facilities', 'C-1')}`, limit: BODY_LIMITS.facilities },
  { path: `${API_BASE}${customerPath('consent', 'C-1')}`, limit: BODY_LIMITS.consent },
  { path: STATUS_ADDRESS, limit: STATUS_BODY_LIMIT },
  { path: CORRECTION_ADDRESS, limit: CORRECTION_BODY_LIMIT },
]
const REFUSAL = JSON.stringify({
  error: { code: 'payload_too_large', message: API_ERRORS.payload_too_large },
})

/** The kinds and the calls take turns by `count`. Gives '' where the whole 413 came, in the shape of every error; else what did. */
export async function sendTooLarge(url: string, count: number): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const kind = KINDS[count % KINDS.length] ?? 'length'
  const { path, limit } = TARGETS[count % TARGETS.length] ?? { path: REGISTER, limit: 0 }
  const bytes = kind === 'a little' ? limit + 1 : BYTES
  const type =
    path === REGISTER ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8'
  const length = kind === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
  const expect = kind === 'expect' ? 'expect: 100-continue\r\n' : ''
  const socket = connect({ host: hostname, port: Number(port || 80), allowHalfOpen: true })
  let text = ''
  let error = ''
  socket.on('data', (chunk) => (text += chunk)).on('error', ({ message }) => (error = message))
  socket.on('end', () => socket.destroy())
  const write = (chunk: string) => new Promise((done) => socket.write(chunk, done))
  await write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\n${length}\r\n${expect}\r\n`,
  )
  if (kind === 'expect') await setTimeout(500)
  const refusedUnsent = kind === 'expect' && text.startsWith('HTTP/1.1 413')
  const piece = 'a'.repeat(50_000)
  for (let at = 0; at < bytes && !refusedUnsent && !socket.destroyed; at += piece.length) {
    const part = piece.slice(0, bytes - at)
    await write(kind === 'chunked' ? `${part.length.toString(16)}\r\n${part}\r\n` : part)
  }
  if (kind === 'chunked' && !socket.destroyed) await write('0\r\n\r\n')
  const patience = performance.now() + 12_000
  while (!socket.destroyed && !text.includes(REFUSAL) && performance.now() < patience)
    await setTimeout(20)
  socket.destroy()
  const answer = text.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '')
  const whole = /^HTTP\/1\.1 413 /.test(answer) && answer.includes(REFUSAL)
  return whole ? '' : `${kind} to ${path}: ${answer.slice(0, 60)} ${error}`
}
