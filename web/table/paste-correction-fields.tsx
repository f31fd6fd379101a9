/** What a person may settle before a paste is taken in: services, numbers, zeros, columns. */
import { DIRECTORY_SOURCE, formatPeriod } from '#domain/directory.ts'
import type { PriceList } from '#domain/price-lists.ts'
import { PasteColumns } from './paste-columns.tsx'
import { UnreadServices } from './unread-services.tsx'
import { serviceName, type usePlan } from './use-plan.ts'

type Reading = ReturnType<typeof usePlan>

export function PasteCorrectionFields({ list, reading }: { list: PriceList; reading: Reading }) {
  return (
    <>
      <Settled reading={reading} />
      <ZeroRepair reading={reading} />
      <UnreadServices list={list} reading={reading} />
      <NumberChoices reading={reading} />
      <PasteColumns reading={reading} />
    </>
  )
}

/** What the directory settled: said as a whole, and at each row; one press takes it back. */
function Settled({ reading: { plan, directory } }: { reading: Reading }) {
  if (!directory || (plan.settled === 0 && directory.mayAnswer)) return null
  const { period, mayAnswer, askDirectory } = directory
  return (
    <p className="zeros">
      <span role="status">
        {mayAnswer
          ? `公表されている内容で、${plan.settled}か所を補いました（出典：${DIRECTORY_SOURCE}、${formatPeriod(period)}）。`
          : '公表されている内容では補いません。'}
      </span>
      <button
        type="button"
        className="secondary"
        aria-pressed={mayAnswer}
        onClick={() => askDirectory(!mayAnswer)}
      >
        公表されている内容で補う{mayAnswer && '（済み）'}
      </button>
    </p>
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
