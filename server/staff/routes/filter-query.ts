/** Validation of the list's filter in a query string, shared by the list and its exports. */
import { z } from 'zod'
import { FILTERS, type Filter, SEARCH_LIMIT } from '#domain/console.ts'
import { isUnstorable } from '#domain/storable.ts'
import { isDay } from '../days.ts'

/** One line of text that both databases store. */
export const Line = z.string().refine((text) => !isUnstorable(text))
const none = z.literal('')
const Day = z.string().refine((text) => text === '' || isDay(text))

export const filterShape = {
  flow: z.enum(FILTERS.flow).or(none).default(''),
  state: z.enum(FILTERS.state).or(none).default(''),
  status: z.enum(FILTERS.status).or(none).default(''),
  flag: z.enum(FILTERS.flag).or(none).default(''),
  from: Day.default(''),
  to: Day.default(''),
  search: Line.max(SEARCH_LIMIT).default(''),
}

export const FilterQuery = z.object(filterShape) satisfies z.ZodType<Filter>
