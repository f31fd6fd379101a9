/** How an application stands, in the words of its applicant. Apart from staff.ts, so that the page loads nothing of the staff's. */

export const APPLICANT_STATUSES = {
  received: '受け付け済み',
  in_progress: '確認中',
  done: '完了',
  rejected: 'お受けできませんでした',
  withdrawn: '取り下げ済み',
} as const satisfies Record<string, string>

export type ApplicantStatus = keyof typeof APPLICANT_STATUSES

export const APPLICANT_STATUS_NAMES = Object.keys(APPLICANT_STATUSES) as ApplicantStatus[]
