/** What a preview asks about: sheets, one of which comes into the table at a place. */
import type { PasteTarget } from '#domain/paste-plan.ts'
import type { Sheet } from '#domain/sheet.ts'

export type PasteQuestion = { target: PasteTarget; sheets: readonly Sheet[] }
