/** A page as a person meets it, to be looked at by a checker or in a picture. */
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'

export type State = {
  /** `page-state`. */
  name: string
  /** From an empty tab to the state. */
  reach: (page: Page, product: Product) => Promise<unknown>
}
