/** Encrypts second-factor secrets before they are stored: a copy of the database alone makes no codes. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
