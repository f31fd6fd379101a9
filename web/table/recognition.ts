/** What a preview asks of a paste or a file: of this page where it is quick, else of the worker that has read it. */
import type { PublishedFacilities } from '#domain/directory.ts'
import type { PasteTarget } from '#sheets/paste-plan.ts'
import type { PlanRequest, Plans, Recogniser, SheetOffer } from '#sheets/recognition.ts'

export type Recognition = {
  offer: SheetOffer
  /** Those of the likeliest sheet, nothing corrected. */
  first: Plans
  plans: (request: PlanRequest) => Plans | Promise<Plans>
  /** Lets go of the worker. */
  end: () => void
}

/** What comes into the table at a place; `published` where it comes from the directory. */
export type PasteQuestion = {
  target: PasteTarget
  recognition: Recognition
  published?: PublishedFacilities | undefined
}

export function recognisedHere({ offer, plans }: Recogniser): Recognition {
  const first = plans({ chosen: offer.likeliest, corrections: {}, fromDirectory: {} })
  return withFirst({ offer, first, plans, end: () => {} })
}

/** The first plans are there already. */
export function withFirst(recognition: Recognition): Recognition {
  const { offer, first, plans } = recognition
  const isFirst = ({ chosen, corrections, fromDirectory }: PlanRequest) =>
    chosen === offer.likeliest &&
    Object.keys(corrections).length === 0 &&
    fromDirectory.excerpt === undefined
  return { ...recognition, plans: (request) => (isFirst(request) ? first : plans(request)) }
}
