/** What validation says: a flat list in screen order, which feeds the summary, the borders and the 4xx body. */

export type Problem = {
  /** The control's name, e.g. `companyName` or `facilities.3.serviceKey`. */
  field: string
  /** A Japanese sentence fit to show. */
  message: string
  /** A second control that the same sentence marks. */
  also?: string
}
