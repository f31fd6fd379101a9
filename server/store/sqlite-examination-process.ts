/** The program that looks through a SQLite file, given its path and how deep; prints an Examination as JSON. */
import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import type { Depth } from './database.ts'
import { plainError, sqliteErrorKind } from './sqlite/errors.ts'
import type { Examination } from './sqlite-examination.ts'

/** https://sqlite.org/pragma.html#pragma_integrity_check */
const PRAGMAS = {
  quick: 'quick_check',
  full: 'integrity_check',
} as const satisfies Record<Depth, string>

const [file = '', depth = ''] = process.argv.slice(2)
yieldProcessor()
process.stdout.write(JSON.stringify(examination(file, depth === 'full' ? 'full' : 'quick')))

function examination(path: string, depthOf: Depth): Examination {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    const rows = db.prepare(`pragma ${PRAGMAS[depthOf]}`).all()
    db.close()
    const findings = rows.flatMap((row) => Object.values(row).map(String))
    return { findings: findings.filter((finding) => finding !== 'ok') }
  } catch (thrown) {
    const error = plainError(thrown)
    // It met what it looks for.
    if (sqliteErrorKind(thrown) === 'damaged') return { findings: [error.message] }
    return { error }
  }
}

/** Where both want the processor, requests come first. A sandbox may forbid it. */
function yieldProcessor(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {}
}
