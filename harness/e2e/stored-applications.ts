/** What the database holds of an application, as the staff console's API tells it: a command of its own for each question takes half a second. */
import { CONSOLE_PATHS, referencePath } from '#contract/console.ts'
import type {
  ApplicationPage,
  ApplicationRecord,
  ListedApplication,
} from '#contract/console-answers.ts'

/** Every application with this mail address or for this customer number as a list has it, the oldest first. */
export async function listedUnder(staffUrl: string, name: string): Promise<ListedApplication[]> {
  // The newest come first: no test asks for more than a page of them.
  const page: ApplicationPage = await read(`${staffUrl}${CONSOLE_PATHS.applications}?order=newest`)
  const isNamed = (one: ListedApplication) => one.mailaddress === name || one.givenNumber === name
  return page.applications.filter(isNamed).reverse()
}

/** The one application there has to be, as a list has it: without its rows, consents and history. */
export async function listedAs(staffUrl: string, name: string): Promise<ListedApplication> {
  const found = await listedUnder(staffUrl, name)
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} applications of ${name}`)
  return only
}

/** The one application there has to be, with everything it has. */
export async function storedAs(staffUrl: string, name: string): Promise<ApplicationRecord> {
  const { reference } = await listedAs(staffUrl, name)
  return read(staffUrl + referencePath('application', reference))
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as T
}
