/** What stands before an applicant's link: in the acknowledgement, on the result page, on paper. */

/** `isCorrectable`: the application is open, and of a procedure whose content its applicant may correct. */
export function linkSentence(isCorrectable: boolean): string {
  const what = isCorrectable
    ? 'お申し込みの状況の確認、内容の訂正、取り下げは、次のページからできます。'
    : 'お申し込みの状況は、次のページで確認できます。'
  return `${what}このリンクは、ほかの方に知らせないでください。`
}
