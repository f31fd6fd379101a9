/** The state machine as a hook; `current` is readable synchronously, so that a double click within one frame passes once. */
import { useCallback, useRef, useState } from 'react'
import type { Flow } from '#domain/flows.ts'
import { type Application, type ApplicationEvent, initial, reduce } from './application-state.ts'

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
