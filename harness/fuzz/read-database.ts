/** What a server has stored, read beside it as the staff command does. */

import type { Database } from '../../server/store/database.ts'
import { openDatabase } from '../../server/store/open-database.ts'
import type { TestServer } from './test-server.ts'

export async function readStored<T>(
  { database: url }: TestServer,
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
