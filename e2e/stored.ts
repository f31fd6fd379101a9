/** What the database holds of an application, as the staff command prints it. */
import type { ApplicationRecord, ListedApplication } from '#domain/console.ts'
import type { Product } from './product.ts'

type Admin = Product['admin']

/** Every application with this mail address or for this customer number as a list has it, the oldest first. */
export async function listedUnder(admin: Admin, name: string): Promise<ListedApplication[]> {
  const listed = (await admin('applications', 'list')) as ListedApplication[]
  return listed.filter((one) => one.mailaddress === name || one.username === name).reverse()
}

/** The one application there has to be, as a list has it: without its rows, consents and history. */
export async function listedAs(admin: Admin, name: string): Promise<ListedApplication> {
  const found = await listedUnder(admin, name)
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} applications of ${name}`)
  return only
}

/** The one application there has to be, with everything it has. */
export async function storedAs(admin: Admin, name: string): Promise<ApplicationRecord> {
  const { reference } = await listedAs(admin, name)
  return (await admin('applications', 'show', reference)) as ApplicationRecord
}
