/** Inflate for browsers without DecompressionStream (Safari before 16.4): a file of its own in the build, which only they load. */
import { Inflate } from 'fflate'

/** Unpacked between two looks at how much it has become. */
const PORTION = 64 * 1024

/** `take` may throw, which ends it. Throws where the data are broken. */
export function inflate(packed: Uint8Array, take: (chunk: Uint8Array) => void): void {
  const inflater = new Inflate(take)
  for (let at = 0; at < packed.length; at += PORTION)
    inflater.push(packed.subarray(at, at + PORTION), at + PORTION >= packed.length)
}
