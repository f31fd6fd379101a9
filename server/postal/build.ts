/** Builds the file of postal codes from the registry packages: `node server/postal/build.ts [file]`. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { aboutOf, writePostalFile } from '../store/postal-file.ts'
import { PACKAGE_ORIGINS, packageRows } from './packages.ts'
import { arrange } from './rows.ts'

/** The same packages give the same file, byte for byte. */
export function buildPostalCodes(out: string): void {
  const { towns, offices } = packageRows()
  const rows = arrange(towns, offices)
  writePostalFile(out, rows, aboutOf(rows, PACKAGE_ORIGINS))
}

if (import.meta.main) {
  const out = process.argv[2] ?? join(import.meta.dirname, '../../build/postal-codes.db')
  buildPostalCodes(out)
  console.log(`${out}: ${statSync(out).size.toLocaleString('en')} bytes`)
}
