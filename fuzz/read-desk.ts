/** What a desk has stored, read beside it as the staff command does. */
import { type Database, openDatabase } from '../server/store/database.ts'
import type { Desk } from './desk.ts'

export async function readDesk<T>(
  { database: url }: Desk,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(url, {
    onFatal: (error) => {
      throw error
    },
  })
  try {
    return await read(database)
  } finally {
    await database.close()
  }
}
