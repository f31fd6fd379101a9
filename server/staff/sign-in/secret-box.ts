/** Encrypts second-factor secrets before they are stored: a copy of the database alone makes no codes. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { whyNotWritable } from '../../config/start-checks.ts'
import { OperatorError } from '../../errors.ts'

export type SecretBox = {
  /** `context` is bound to the text: it opens under the same context only. */
  seal(secret: Uint8Array, context: string): string
  /** Throws where the text was sealed under another key or context. */
  open(sealed: string, context: string): Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Reads the key of a file when it is first needed; makes the file, for this user alone, where there is none. */
export function createSecretBox(file: string): SecretBox {
  let loadedKey: Buffer | undefined
  const key = () => {
    loadedKey ??= readKey(file) ?? makeKey(file)
    return loadedKey
  }
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final()])
      return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv('aes-256-gcm', key(), nonce, options)
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ])
    },
  }
}

/** What is stored under a key: a text that was sealed, and its context. */
export type Sealed = { text: string; context: string }

/** Throws OperatorError where the key of a file cannot be used, or is not the one of what is stored. */
export function requireKey(file: string, stored: readonly Sealed[]): void {
  const reason = whyUnusable(file, stored)
  if (reason !== undefined)
    throw new OperatorError('settings', `STAFF_KEY_FILE: ${JSON.stringify(file)} ${reason}`)
}

const WITHOUT_THE_KEY =
  'Put it back from the backup; if it is lost, call "npm run -s admin -- staff reset" for every account.'

function whyUnusable(file: string, stored: readonly Sealed[]): string | undefined {
  try {
    if (readKey(file)) {
      const box = createSecretBox(file)
      const isKeyOf = stored.length === 0 || stored.some((sealed) => openOrNull(box, sealed))
      return isKeyOf ? undefined : `is not the key of the stored second factors. ${WITHOUT_THE_KEY}`
    }
  } catch (error) {
    return `cannot be used: ${error instanceof Error ? error.message : error}.`
  }
  if (stored.length > 0)
    return `is not there, and the database has second factors that are encrypted with it. ${WITHOUT_THE_KEY}`
  const folder = whyNotWritable(dirname(file))
  return folder && `cannot be made: ${folder}.`
}

/** Null where it was sealed under another key or context: that key may be lost. */
export function openOrNull(box: SecretBox, { text, context }: Sealed): Buffer | null {
  try {
    return box.open(text, context)
  } catch {
    return null
  }
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64url')
    if (key.length === KEY_BYTES) return key
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  throw new Error(`${file} holds no key of ${KEY_BYTES} bytes`)
}

/** Of two processes that make it at once one writes, and both read what it wrote. */
function makeKey(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true })
  try {
    const key = randomBytes(KEY_BYTES).toString('base64url')
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = readKey(file)
  if (!key) throw new Error(`${file} cannot be read`)
  return key
}
