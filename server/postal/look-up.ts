/** The postal look-up over Japan Post's data, answered in zipcloud's shape (reading 26). */
import { existsSync } from 'node:fs'
import type { PostalAnswer } from '#contract/apply-schemas.ts'
import { ZIPCODE_DIGITS } from '#domain/applicant.ts'
import { POSTAL_MESSAGES } from '#domain/messages.ts'
import { toHalfWidthAlphanumerics } from '#domain/text.ts'
import { openPostalFile, type PostalFile } from '../store/postal-file.ts'

export type PostalCodes = Pick<PostalFile, 'about' | 'rows'> & {
  /** Accepts full-width digits, hyphens and spaces. */
  lookUp(typed: string | undefined): PostalAnswer
}

/** The file that an operator imported, where there is one; else the one that was built. */
export function choosePostalCodes(imported: string, built: string): string {
  return existsSync(imported) ? imported : built
}

/** A missing or damaged file throws and says what to do. */
export function openPostalCodes(path: string): PostalCodes {
  const { about, rows, addressesOf } = open(path)
  return {
    about,
    rows,
    lookUp(typed) {
      const digits = toHalfWidthAlphanumerics(typed ?? '').replace(/[\s〒\-－ー‐‑–—―−]/g, '')
      const message = complaint(digits)
      if (message !== null) return { status: 400, message, results: null }
      const results = addressesOf(digits)
      return { status: 200, message: null, results: results.length > 0 ? results : null }
    },
  }
}

function open(path: string): PostalFile {
  try {
    return openPostalFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Postal codes cannot be read from ${path}: ${reason}. ` +
        'Delete an imported file or import it again; build the built one again with npm run build.',
      { cause: error },
    )
  }
}

function complaint(digits: string): string | null {
  if (digits === '') return POSTAL_MESSAGES.missing
  if (!/^[0-9]+$/.test(digits)) return POSTAL_MESSAGES.notDigits
  return digits.length === ZIPCODE_DIGITS ? null : POSTAL_MESSAGES.wrongLength
}
