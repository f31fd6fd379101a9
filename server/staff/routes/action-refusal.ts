/** What a refused change of an application is answered. */
import { AppError } from '../../errors.ts'
import { StaffActionError, type StaffActionFault } from '../application-changes.ts'

const CODES = {
  not_found: 'not_found',
  changed_meanwhile: 'changed_meanwhile',
  not_allowed: 'action_refused',
} as const satisfies Record<StaffActionFault, string>

/** Turns an operation's StaffActionError into the AppError of its fault, with its sentence at the field. */
export async function translateRefusal<T>(
  field: 'status' | 'note' | 'reference',
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StaffActionError)) throw error
    const { fault, message, change } = error
    throw new AppError(CODES[fault], { fields: { [field]: [message] }, change, cause: error })
  }
}
