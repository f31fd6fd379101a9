/** A mistyped path would make an empty database beside the real one: a new file is refused where that is likely. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The lock of a server stays beside its database: it tells that there is one. */
const LOCK = '-server'

/** `mayCreate`: a server's first start makes the file, other programs never do. Throws where the file should be there. */
export function refuseMistypedPath(file: string, mayCreate: boolean): void {
  if (existsSync(file)) return
  const served = servedNearby(file)
  if (served !== undefined)
    throw new Error(
      `${file} はありませんが、${served} にはサーバーが使ったデータベースがあります。DATABASE_URL の書き間違いではありませんか。新しいデータベースを作るときは、別のフォルダーを指定してください。`,
    )
  if (!mayCreate)
    throw new Error(
      `${file} がありません。DATABASE_URL を確かめてください。データベースは、サーバーを初めて起動したときに作られます。`,
    )
}

/** Another database in the same folder; where there is no such folder, one of this name in a folder beside it. */
function servedNearby(file: string): string | undefined {
  const folder = dirname(file)
  const candidates = existsSync(folder)
    ? namesIn(folder).flatMap((name) => (name.endsWith(LOCK) ? [join(folder, name)] : []))
    : namesIn(dirname(folder)).map((name) => join(dirname(folder), name, basename(file) + LOCK))
  return candidates
    .filter((lock) => existsSync(lock))
    .map((lock) => lock.slice(0, -LOCK.length))
    .find((database) => existsSync(database))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
