/** Corporate numbers of the National Tax Agency: a check digit, then twelve digits. */

export const CORPORATE_NUMBER_DIGITS = 13

/** Whether a text is thirteen half-width digits of which the first is the check digit of the others. */
export function isCorporateNumber(text: string): boolean {
  if (!/^[1-9][0-9]{12}$/.test(text)) return false
  const [check = 0, ...digits] = Array.from(text, Number)
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (1 + (index % 2)), 0)
  return check === 9 - (sum % 9)
}
