/** The state machine in a component, its state readable at once: two presses in one frame must not both pass. */
import { useCallback, useRef, useState } from 'react'
import type { Flow } from '#domain/flows.ts'
import { type Application, type ApplicationEvent, initial, reduce } from './application.ts'

export function useApplicationState(flow: Flow) {
  const [state, setState] = useState<Application>(() => initial(flow))
  const current = useRef(state)
  const dispatch = useCallback(
    (event: ApplicationEvent) => {
      current.current = reduce(flow, current.current, event)
      setState(current.current)
    },
    [flow],
  )
  return { state, current, dispatch }
}
