/** The name of an application through all its calls (reading 20); apart from them, for it exists before any is made. */

/** Visible ASCII, 128 random bits. Not randomUUID: that is missing on a plain-HTTP address. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
