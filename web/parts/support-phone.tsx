/** Telephone number and hours, inside a sentence. */
import * as site from '../site.ts'
import { Unbroken } from './unbroken.tsx'

export function SupportPhone() {
  return (
    <>
      <a href={site.phoneHref}>{site.phone}</a>、<Unbroken>{site.supportHours}</Unbroken>
    </>
  )
}
