/** What the database holds of an application, as the staff command prints it. */
import type { ApplicationRecord, ListedApplication } from '#domain/console.ts'
import type { Product } from './product.ts'

/** Every application with this mail address or for this customer number, the oldest first. */
export async function storedUnder(
  admin: Product['admin'],
  name: string,
): Promise<ApplicationRecord[]> {
  const listed = (await admin('applications', 'list')) as ListedApplication[]
  const mine = listed.filter((one) => one.mailaddress === name || one.username === name).reverse()
  const records: ApplicationRecord[] = []
  for (const { reference } of mine)
    records.push((await admin('applications', 'show', reference)) as ApplicationRecord)
  return records
}

/** The one application there has to be. */
export async function storedAs(admin: Product['admin'], name: string): Promise<ApplicationRecord> {
  const records = await storedUnder(admin, name)
  const [only] = records
  if (!only || records.length > 1) throw new Error(`${records.length} applications of ${name}`)
  return only
}
