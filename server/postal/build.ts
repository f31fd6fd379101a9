/** Builds the packed file of postal codes from the registry packages: `node server/postal/build.ts [file]`. */
import { join } from 'node:path'
import { replaceFile } from './atomic-file.ts'
import { PACKAGE_ORIGINS, packageRows } from './packages.ts'
import { pack } from './packed.ts'
import { arrange } from './rows.ts'

/** Bytes written. The same packages give the same file, byte for byte. */
export function buildPostalCodes(out: string): number {
  const { towns, offices } = packageRows()
  const bytes = pack(arrange(towns, offices), PACKAGE_ORIGINS)
  replaceFile(out, bytes)
  return bytes.length
}

if (import.meta.main) {
  const out = process.argv[2] ?? join(import.meta.dirname, '../../build/postal-codes.bin')
  console.log(`${out}: ${buildPostalCodes(out).toLocaleString('en')} bytes`)
}
