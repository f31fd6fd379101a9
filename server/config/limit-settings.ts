/** Settings of what callers may do in an hour or a minute. */
import type { Settings } from './setting.ts'
import { COUNT_RANGE, wholeNumberUpTo } from './values.ts'

export const LIMIT_SETTINGS = {
  LIMIT_ADDRESS_PER_HOUR: {
    about: 'New applications that one client address (an IPv6 /64) may start in an hour',
    allowed: COUNT_RANGE,
    // A form takes about a minute (specification 1): five people behind one address, without a pause.
    fallback: '300',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_MAIL_PER_HOUR: {
    about: 'New applications an hour with the same mail address; near this number staff are warned',
    allowed: COUNT_RANGE,
    fallback: '60',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_LOOK_UPS_PER_MINUTE: {
    about:
      'Requests in a minute that one client address (an IPv6 /64) may make of the directory; counted separately, as many beacons of the pages',
    allowed: COUNT_RANGE,
    // A fast typist makes five a second: two of them behind one address, without a pause.
    fallback: '600',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_STATUS_PER_MINUTE: {
    about:
      'Status requests that one client address (an IPv6 /64), and one link, may make in a minute',
    allowed: COUNT_RANGE,
    // An office that opens a dozen links at a time, and asks each five times.
    fallback: '60',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_API_CALLS_PER_MINUTE: {
    about: 'Calls of the staff API that one token may make in a minute',
    allowed: COUNT_RANGE,
    fallback: '600',
    read: wholeNumberUpTo(1_000_000_000),
  },
  LIMIT_BYTES_PER_HOUR: {
    about: 'Bytes that one client address (an IPv6 /64) may have stored in an hour',
    allowed: COUNT_RANGE,
    // Some four hundred applications of a hundred rows.
    fallback: '8000000',
    read: wholeNumberUpTo(1_000_000_000),
  },
} satisfies Settings
