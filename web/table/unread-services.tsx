/** Service names that were not understood, each to be settled once for all of its cells. */
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import type { PriceList } from '#domain/price-lists.ts'
import { optionsOf } from './service-options.tsx'
import type { usePlan } from './use-plan.ts'

type Props = { list: PriceList; reading: ReturnType<typeof usePlan> }

export function UnreadServices({ list, reading }: Props) {
  const { unread, services, chooseService } = reading
  if (unread.length === 0) return null
  return (
    <fieldset className="columns">
      <legend>読み取れなかったサービス種類</legend>
      {unread.map(({ text, cells, candidates }) => (
        <label key={text}>
          「{text}」（{cells}行）
          <select
            value={services.get(text) ?? ''}
            onChange={({ target: { value } }) =>
              chooseService(text, isServiceKey(value) ? value : null)
            }
          >
            {candidates.length > 0 && (
              <optgroup label="候補">
                {candidates.map((key) => (
                  <option key={key} value={key}>
                    {SERVICES[key].name}
                  </option>
                ))}
              </optgroup>
            )}
            {optionsOf(list)}
          </select>
        </label>
      ))}
    </fieldset>
  )
}
