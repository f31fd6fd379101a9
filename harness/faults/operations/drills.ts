/** Every drill, in the order in which they are tried. */
import { CLOCK } from './clocks.ts'
import { DISK } from './disks.ts'
import type { Drill } from './drill.ts'
import { LOG } from './logs.ts'
import { POSTGRES } from './postgres.ts'
import { BEHIND_NGINX } from './proxies.ts'
import { RELAY } from './relay.ts'
import { RESTORE } from './restores.ts'
import { SYSTEMD } from './systemd.ts'

export const DRILLS: readonly Drill[] = [
  ...RELAY,
  ...SYSTEMD,
  ...BEHIND_NGINX,
  ...RESTORE,
  ...POSTGRES,
  ...CLOCK,
  ...DISK,
  ...LOG,
]
