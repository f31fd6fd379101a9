/** What has to be there before anything runs: dependencies, and what is built from the sources. */
import { join } from 'node:path'
import { build, isBuilt } from './build.js'
import { install, isInstalled, requireNode } from './install.js'
import { withLock } from './lock.js'
import { ROOT } from './run.js'

/** Installs and builds what is missing or stale; milliseconds when nothing is. */
export async function prepare() {
  requireNode()
  if (isInstalled() && isBuilt()) return
  await withLock(
    join(ROOT, 'build', 'setup.lock'),
    async (guard) => {
      if (!isInstalled()) await install(guard)
      await build()
    },
    () => console.error('Another command is installing or building here; waiting for it …'),
  )
}
