/**
 * What is doubtful in an applicant's field, in a sentence; and where it is certain what was meant, the text as it should be.
 * Blocks nothing. Loaded at the first touch (decision 51).
 */
import { hasHouse, hasPrefecture } from '#domain/address.ts'
import { type ApplicantField, normaliseField } from '#domain/applicant.ts'
import { mailDoubt } from '#domain/mail-typos.ts'
import { telephoneNumbersIn } from '#domain/telephone.ts'
import { trimOuterSpace } from '#domain/text.ts'

export type Hint = {
  sentence: string
  /** The words of the button that mends it, and what stands in the field then. */
  mend?: { words: string; value: string }
}

/** Null where nothing is doubtful. */
export function hintOf(field: ApplicantField, typed: string): Hint | null {
  const value = normaliseField(field, typed)
  const judge: Judge | undefined = (JUDGES as Partial<Record<ApplicantField, Judge>>)[field]
  return trimOuterSpace(value) === '' ? null : (judge?.(value) ?? null)
}

type Judge = (value: string) => Hint | null

const JUDGES = {
  address(value: string) {
    if (!hasPrefecture(value)) return { sentence: '都道府県から入力してください。' }
    return hasHouse(value)
      ? null
      : { sentence: '番地をご確認ください。番地がない場合は、このままで構いません。' }
  },
  tel(value: string) {
    const isUsable = telephoneNumbersIn(value).some(({ length }) => length >= USUAL_DIGITS)
    return isUsable
      ? null
      : { sentence: '10桁または11桁の番号を入力してください。お申し込み後の確認に使います。' }
  },
  email(value: string) {
    const doubt = mailDoubt(value)
    if (!doubt) return null
    if (doubt.kind === 'format')
      return { sentence: 'メールアドレスの形式をご確認ください。例：tantou@example.co.jp' }
    return doubt.kind === 'blank'
      ? {
          sentence: 'メールアドレスの途中に空白があります。',
          mend: { words: '取り除く', value: doubt.meant },
        }
      : {
          sentence: `もしかして：${doubt.meant}`,
          mend: { words: 'この宛先に直す', value: doubt.meant },
        }
  },
} satisfies Partial<Record<ApplicantField, Judge>>

/** The fields of which something may be doubtful. */
export type Hinted = keyof typeof JUDGES

/** Of a whole number in Japan at the least. */
const USUAL_DIGITS = 10
