/** Normalised forms by which applications are found and likely duplicates seen; what was typed is stored untouched. */
import { toHalfWidthAlphanumerics } from '#domain/text.ts'
import type { SearchColumns } from '../store/schema.ts'

export function searchKeysOf(applicant: {
  email: string
  tel: string
  companyName: string
}): SearchColumns {
  return {
    search_mail: mailKey(applicant.email),
    search_tel: telKey(applicant.tel),
    search_company: companyKey(applicant.companyName),
  }
}

export function mailKey(text: string): string | null {
  return text.trim().toLowerCase() || null
}

/** Half-width digits alone. */
export function telKey(text: string): string | null {
  return toHalfWidthAlphanumerics(text).replace(/\D/g, '') || null
}

/** Without the corporation's legal form, spaces, and differences of width and case. */
export function companyKey(text: string): string | null {
  return text.normalize('NFKC').toLowerCase().replace(LEGAL_FORM, '').replace(/\s/g, '') || null
}

const LEGAL_FORM =
  /社会福祉法人|(特定非営利活動|npo|医療|学校|宗教)法人|(公益|一般)(社団|財団)法人|(株式|有限|合同|合資|合名)会社|\([株有同社福医学特非一財]{1,2}\)/g
