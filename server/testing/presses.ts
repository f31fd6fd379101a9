/** What the page of an application sends, where its applicant has said nothing since, for tests. */
import { statusPress } from '#domain/presses.ts'
import type { StaffStatus } from '#domain/staff.ts'

const NOTHING_SAID = { correction: '', withdrawal: '', message: '' }

export function statusBody(from: StaffStatus, to: StaffStatus, more: object = {}) {
  return {
    to,
    note: '',
    seen: statusPress(to) === 'status' ? { status: from } : ended(from),
    ...more,
  }
}

/** What the end of an application depends on. */
export function ended(status: StaffStatus) {
  return { status, ...NOTHING_SAID }
}
