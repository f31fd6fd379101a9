/** Every fault, in the order in which they are tried. */
import { DRAIN_POSTGRES, DRAIN_SQLITE } from './cases/drain.ts'
import { COUNT_FSYNCS, FAILED_FSYNC, KILL_AT_FSYNC } from './cases/fsync.ts'
import { FULL_DISK } from './cases/full-disk.ts'
import { KILL_POSTGRES, KILL_SQLITE } from './cases/kill.ts'
import { KILL_APPLICANTS, KILL_APPLICANTS_POSTGRES } from './cases/kill-applicants.ts'
import { LATE_ANSWER } from './cases/late-answer.ts'
import { KILL_MAILING, KILL_MAILING_POSTGRES } from './cases/mail.ts'
import { OUTAGE } from './cases/outage.ts'
import {
  POWER_AFTER_EIO,
  POWER_AFTER_KILL,
  POWER_AT_RANDOM,
  POWER_IN_CHECKPOINT,
  POWER_TWICE,
} from './cases/power.ts'
import { POWER_POSTGRES } from './cases/power-postgres.ts'
import { RACE } from './cases/race.ts'
import { ANSWER_AFTER_A_MINUTE, NO_ANSWER } from './cases/unanswered.ts'
import type { Case } from './play.ts'

export const CASES: readonly Case[] = [
  KILL_SQLITE,
  KILL_POSTGRES,
  KILL_APPLICANTS,
  KILL_APPLICANTS_POSTGRES,
  KILL_AT_FSYNC,
  FAILED_FSYNC,
  COUNT_FSYNCS,
  OUTAGE,
  DRAIN_SQLITE,
  DRAIN_POSTGRES,
  FULL_DISK,
  RACE,
  KILL_MAILING,
  KILL_MAILING_POSTGRES,
  LATE_ANSWER,
  ANSWER_AFTER_A_MINUTE,
  NO_ANSWER,
  POWER_AT_RANDOM,
  POWER_IN_CHECKPOINT,
  POWER_AFTER_KILL,
  POWER_AFTER_EIO,
  POWER_TWICE,
  POWER_POSTGRES,
]
