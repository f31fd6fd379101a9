/** The three public calls as operations: no HTTP, no SQL. What one answers is on disk (readings 18 to 25). */
import type { Applications, ApplicationsOptions } from './calls.ts'
import { consentOperation } from './consent.ts'
import { facilitiesOperation } from './facilities.ts'
import { registerOperation } from './register.ts'

/** Every operation rejects with an AppError; its `fields` carry wire names. */
export function createApplications(options: ApplicationsOptions): Applications {
  return {
    register: registerOperation(options),
    consent: consentOperation(options),
    addFacilities: facilitiesOperation(options),
  }
}
