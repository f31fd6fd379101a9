/** All that an applicant does with the link of an application: look, correct, withdraw, answer, leave a message. */

import { type Correct, correction } from './correct.ts'
import { wayOfApplicants } from './gate.ts'
import { type AskStatus, type StatusOptions, statusOperation } from './look.ts'
import { messageToStaff, type SendMessage } from './message.ts'
import { type ToldOf, type Withdraw, withdrawal } from './withdraw.ts'

export type ApplicantOperations = {
  ask: AskStatus
  correct: Correct
  withdraw: Withdraw
  sendMessage: SendMessage
}

export function applicantOperations({
  told,
  ...options
}: StatusOptions & { told: ToldOf }): ApplicantOperations {
  const way = wayOfApplicants(options)
  return {
    ask: statusOperation(way, options),
    correct: correction(way, options, told),
    withdraw: withdrawal(way, options, told),
    sendMessage: messageToStaff(way, options, told),
  }
}
