/** How an application stands, in the words of its applicant. Apart from staff.ts, so that the page loads nothing of the staff's. */

/** `isEnd`: nothing follows it on the page. */
type Row = { label: string; isEnd: boolean }

/** In the order of the page. */
export const APPLICANT_STATUSES = {
  received: { label: '受け付け済み', isEnd: false },
  in_progress: { label: '確認中', isEnd: false },
  done: { label: '完了', isEnd: true },
  rejected: { label: 'お受けできませんでした', isEnd: true },
  withdrawn: { label: '取り下げ済み', isEnd: true },
} as const satisfies Record<string, Row>

export type ApplicantStatus = keyof typeof APPLICANT_STATUSES

export const APPLICANT_STATUS_NAMES = Object.keys(APPLICANT_STATUSES) as ApplicantStatus[]
