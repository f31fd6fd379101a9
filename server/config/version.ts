/** Which build runs: the version of package.json, and what `npm start` or the build noted of the commit. */
import { readFileSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }
import { projectPath } from './values.ts'

/** `commit` and `builtAt` (ISO) are empty where the build did not know them. */
export type Build = { version: string; commit: string; builtAt: string }

export const BUILD: Build = {
  version: packageJson.version,
  ...notedIn(projectPath('build/version.json')),
}

/** As a person reads it: 1.0.0 (0123456789ab, 2026-11-26T00:00:00.000Z). */
export function buildText({ version, commit, builtAt }: Build): string {
  return commit === '' ? version : `${version} (${commit}, ${builtAt})`
}

function notedIn(file: string): Pick<Build, 'commit' | 'builtAt'> {
  try {
    const { commit, builtAt } = JSON.parse(readFileSync(file, 'utf8'))
    return { commit: String(commit), builtAt: String(builtAt) }
  } catch {
    return { commit: '', builtAt: '' }
  }
}
