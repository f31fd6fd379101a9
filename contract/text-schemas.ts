/** Zod schemas of texts that both databases store, and of a place in a list: the same for every interface. */
import { z } from 'zod'
import { areUnstorable, isUnstorable, linesOf } from '#domain/text.ts'

export const Line = z.string().refine((text) => !isUnstorable(text))

/** As it is stored: whatever ends a line is a line feed. */
export const Lines = z
  .string()
  .overwrite(linesOf)
  .refine((text) => !areUnstorable(text))

/** A number, and an id. */
const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/

/** Where a page begins, the `next` of the one before; empty for the first. */
export const Place = z.string().refine((text) => text === '' || PLACE.test(text))

/** The number and the id of a place. */
export function placeIn(text: string): { at: number; id: string } | undefined {
  const [, at, id] = PLACE.exec(text) ?? []
  return at && id ? { at: Number(at), id } : undefined
}
