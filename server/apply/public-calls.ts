/** The three public calls as operations, counted by what came of them: no HTTP, no SQL. What one answers is on disk (readings 18 to 25). */

import { endsWithConsent, flowOfKind } from '#domain/flows.ts'
import { toAppError } from '../errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Answer, Applications, ApplicationsOptions } from './call-types.ts'
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

/** `completed` promised mails; `stored` is a step on the way; `replayed` was answered before; else the error's code. */
export function countCalls(applications: Applications, metrics: Metrics): Applications {
  const calls = metrics.counter(
    'application_calls_total',
    'Calls of applications by what came of them: completed, stored, replayed, or the code of the error.',
    ['call', 'outcome'],
  )
  // From the start: the first completed application is an increase.
  for (const call of ['consent', 'facilities']) calls.add([call, 'completed'], 0)
  const counted = async <T extends Answer>(
    call: string,
    work: Promise<T>,
    completes: boolean,
  ): Promise<T> => {
    try {
      const answer = await work
      calls.add([call, answer.replayed ? 'replayed' : completes ? 'completed' : 'stored'])
      return answer
    } catch (error) {
      calls.add([call, toAppError(error).code])
      throw error
    }
  }
  return {
    register: (call) => counted('register', applications.register(call), false),
    consent(call) {
      const flow = flowOfKind(call.kind)
      const completes = flow !== undefined && endsWithConsent(flow)
      return counted('consent', applications.consent(call), completes)
    },
    addFacilities: (call) => counted('facilities', applications.addFacilities(call), true),
  }
}
