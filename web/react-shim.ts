/** wouter asks for React 17's stand-in for this hook; React has had the hook itself since. */
export { useSyncExternalStore } from 'react'
