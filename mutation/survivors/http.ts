/** Mutants of what HTTP has in common that may live. */
import type { Survivor } from '../survivor.ts'

export const HTTP_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/http/client-address.ts',
    call: "const [head = '', tail]",
    why: 'a split has a first part',
  },
]
