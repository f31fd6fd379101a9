/** Makes idempotency keys (reading 20). */

/** Visible ASCII, 128 random bits. Not randomUUID: that is missing on a plain-HTTP address. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
