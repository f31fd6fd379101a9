/** Hook: the names of the accounts that may work on applications; none until they are known. */
import { useEffect, useState } from 'react'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { PeopleReply } from '#contract/console-answers.ts'
import { poll } from './api.ts'

export function usePeople(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    let isOver = false
    poll<PeopleReply>(CONSOLE_PATHS.people).then(
      (reply) => !isOver && setNames(reply.names),
      // Then oneself is offered, and nobody else.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [])
  return names
}
