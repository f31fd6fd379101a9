/** What a person may settle before a paste is taken in: services, numbers, zeros, columns. */
import type { PriceList } from '#domain/price-lists.ts'
import { PasteColumns } from './paste-columns.tsx'
import { UnreadServices } from './unread-services.tsx'
import { serviceName, type usePlan } from './use-plan.ts'

type Reading = ReturnType<typeof usePlan>

export function PasteCorrectionFields({ list, reading }: { list: PriceList; reading: Reading }) {
  return (
    <>
      <ZeroRepair reading={reading} />
      <UnreadServices list={list} reading={reading} />
      <NumberChoices reading={reading} />
      <PasteColumns reading={reading} />
    </>
  )
}

function ZeroRepair({ reading: { plan, repairsZeros, repairZeros } }: { reading: Reading }) {
  if (plan.lostZeros === 0) return null
  return (
    <p className="zeros">
      <span>先頭の0が失われたような番号が{plan.lostZeros}件あります。</span>
      <button
        type="button"
        className="secondary"
        aria-pressed={repairsZeros}
        onClick={() => repairZeros(!repairsZeros)}
      >
        先頭の0を補う{repairsZeros && '（済み）'}
      </button>
    </p>
  )
}

function NumberChoices({ reading: { severalNumbers, chooseNumber } }: { reading: Reading }) {
  if (severalNumbers.length === 0) return null
  return (
    <fieldset className="columns">
      <legend>番号が2つ以上ある行</legend>
      {severalNumbers.map((row) => {
        const { facilityName: name, facilityNumber: number, serviceKey: service } = row.cells
        return (
          <label key={row.key}>
            {name?.value}（{serviceName(service?.value ?? '') || '種類なし'}）
            <select
              value={number?.value ?? ''}
              onChange={({ target: { value } }) => chooseNumber(row, value)}
            >
              <option value="">番号なし</option>
              {number?.numbers.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
}
