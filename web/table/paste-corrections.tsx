/** What a person may correct before a paste is taken in: services, numbers, zeros, columns. */
import { isServiceKey, SERVICES, serviceName } from '#domain/catalogue.ts'
import { DIRECTORY_SOURCE, formatPeriod } from '#domain/directory.ts'
import { CELL_LABELS, FACILITY_CELLS, type FacilityCell } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { Status } from '#ui/status.tsx'
import { optionsOf } from './service-options.tsx'
import type { usePlan } from './use-plan.ts'

type Reading = ReturnType<typeof usePlan>

export function PasteCorrectionFields({ list, reading }: { list: PriceList; reading: Reading }) {
  return (
    <>
      <FromDirectory reading={reading} />
      <ZeroRepair reading={reading} />
      <div className="asked">
        <UnreadServices list={list} reading={reading} />
        <NumberChoices reading={reading} />
      </div>
    </>
  )
}

/** How many cells were filled in or corrected from the directory; each has a note of its own, and one press takes all back. */
function FromDirectory({ reading: { plan, directory } }: { reading: Reading }) {
  if (!directory || (plan.fromDirectory === 0 && directory.mayAnswer)) return null
  const { period, mayAnswer, askDirectory } = directory
  return (
    <div className="zeros">
      <Status>
        {mayAnswer
          ? `公表されている内容で、${plan.fromDirectory}か所を補いました（出典：${DIRECTORY_SOURCE}、${formatPeriod(period)}）。`
          : '公表されている内容では補いません。'}
      </Status>
      <button
        type="button"
        className="secondary"
        aria-pressed={mayAnswer}
        onClick={() => askDirectory(!mayAnswer)}
      >
        公表されている内容で補う{mayAnswer && '（済み）'}
      </button>
    </div>
  )
}

function ZeroRepair({ reading: { plan, repairsZeros, repairZeros } }: { reading: Reading }) {
  if (plan.lostZeros === 0) return null
  return (
    <p className="zeros">
      <span>先頭の0が失われたと思われる番号が{plan.lostZeros}件あります。</span>
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

type ColumnsProps = { reading: Reading; startsOpen: boolean }

/** Which pasted column goes where: a person knows better than a guess. */
export function PasteColumns({ reading, startsOpen }: ColumnsProps) {
  const { plan, assignColumn } = reading
  const { columns, headings } = plan.layout
  if (columns.length === 0) return null
  return (
    <details open={startsOpen}>
      <summary>列の割り当てを変える</summary>
      <div className="columns">
        {columns.map((use, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <label key={index}>
            {index + 1}列目
            {headings[index]?.trim() && `「${headings[index]}」`}
            <select
              value={use ?? ''}
              onChange={(event) => assignColumn(index, cellOf(event.target.value))}
            >
              <option value="">取り込まない</option>
              {FACILITY_CELLS.map((cell) => (
                <option key={cell} value={cell}>
                  {CELL_LABELS[cell]}
                </option>
              ))}
            </select>
            <small>例：{sampleOf(plan, index)}</small>
          </label>
        ))}
      </div>
    </details>
  )
}

function cellOf(value: string): FacilityCell | null {
  return FACILITY_CELLS.find((cell) => cell === value) ?? null
}

/** The first text of a column below the headings. */
function sampleOf({ table }: ReturnType<typeof usePlan>['plan'], index: number): string {
  return table.lines.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '（空欄）'
}

type Props = { list: PriceList; reading: ReturnType<typeof usePlan> }

/** Service names that were not understood, each to be decided once for all of its cells. */
function UnreadServices({ list, reading }: Props) {
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
