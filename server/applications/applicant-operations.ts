/** All that an applicant does with the link of an application: look, correct, withdraw, answer, leave a message. */
import { messageToStaff, type SendMessage } from './conversation.ts'
import { type Correct, correction } from './correction.ts'
import { wayOfApplicants } from './gate.ts'
import { type AskStatus, type StatusOptions, statusOperation } from './status.ts'
import { type ToldOf, type Withdraw, withdrawal } from './withdrawal.ts'

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
