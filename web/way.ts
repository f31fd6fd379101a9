/** How far the person of this document has come, for the reporter to tell: codes of closed lists, never what was typed (reading 47). */
import type { Mark, UsageError } from '#domain/usage.ts'

/** Of the document, as its address is: whatever passes a step notes it here, whether or not anything is reported. */
export const way: { marks: Set<Mark>; error?: UsageError } = { marks: new Set() }

/** The first error of a press that found any, once; `value` is what stood in the control. */
export function noteError(field: string, value: string | undefined): void {
  way.error ??= {
    // A cell is named without its row.
    field: field.slice(field.lastIndexOf('.') + 1) as UsageError['field'],
    code: value ? 'wrong' : 'missing',
  }
}
