/** What has to be there before anything runs: dependencies, and what is built from the sources. */
import { join } from 'node:path'
import { build, isBuilt } from './build.js'
import { install, isInstalled, removeBuildTools, requireNode } from './install.js'
import { withLock } from './lock.js'
import { noteBuild } from './note-build.js'
import { ROOT } from './run.js'

/**
 * Installs and builds what is missing or stale; milliseconds when nothing is. Where everything is built, serving needs
 * no tools of the build; `production` takes them away.
 * @param {'start' | 'test' | 'production'} [goal]
 */
export async function prepare(goal = 'test') {
  requireNode()
  noteBuild()
  const isReady = () => isInstalled(goal === 'test' ? 'test' : 'serve') && isBuilt()
  if (isReady() && goal !== 'production') return
  await withLock(
    join(ROOT, 'build', 'setup.lock'),
    async (guard) => {
      const purpose = goal === 'test' ? 'test' : 'build'
      if (!isReady() && !isInstalled(purpose)) await install(guard, purpose)
      await build()
      if (goal === 'production') removeBuildTools()
    },
    () => console.error('Another command is installing or building here; waiting for it …'),
  )
}
