/** Every procedure with what it is for, by who comes: for the home page and for an unknown path. Static HTML. */
import { FLOWS, type Flow, TRIAL_DAYS } from '#domain/flows.ts'
import { formatYen, priceListsOf } from '#domain/prices.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { Unbroken } from '#ui/unbroken.tsx'

/** In the order of the page; `sign` is a line drawing 24 units wide: a calendar, a sheet, there and back, a stop. */
const SHOWN: Record<Flow, { purpose: string; sign: string }> = {
  trial: {
    purpose: `すべての機能を${TRIAL_DAYS}日間、0円でお試しいただけます。入力は約1分。自動で有料契約になることはありません。`,
    sign: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  },
  entry: {
    purpose: `${lowestPrice()}入力は約5分。お見積もりの印刷だけでもお使いいただけます。`,
    sign: 'M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6',
  },
  migration: {
    purpose:
      '新しいシステムへ契約を移す方のお手続きです。ご案内のメールにあるリンクからお進みください。',
    sign: 'M4 8h14M15 5l3 3-3 3M20 16H6M9 13l-3 3 3 3',
  },
  suspension: {
    purpose: 'ご契約を解約する方のお手続きです。ご案内のメールにあるリンクからお進みください。',
    sign: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9h6v6H9z',
  },
}

const VISITORS = [
  ['はじめての方', 'procedures first', 'issued'],
  ['ご契約中の方', 'procedures', 'existing'],
] as const

export function Procedures() {
  return (
    <>
      {VISITORS.map(([heading, look, customer]) => (
        <section key={heading} className="visitors">
          <h2>{heading}</h2>
          <ul className={look}>
            {flowsOf(customer).map((flow) => (
              <li key={flow}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={SHOWN[flow].sign} />
                </svg>
                <a href={FLOWS[flow].inputPath}>{PROCEDURES[flow]}</a>
                <p>
                  <Unbroken>{SHOWN[flow].purpose}</Unbroken>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className="visitors">
        <h2>お申し込みが済んだ方</h2>
        <p>
          <Unbroken>
            受付の確認メール、またはお手続きの直後の画面（印刷した控え）にあるリンクから、お申し込みの状況を確認できます。
          </Unbroken>
        </p>
      </section>
    </>
  )
}

function flowsOf(customer: 'issued' | 'existing'): Flow[] {
  return (Object.keys(SHOWN) as Flow[]).filter((flow) => FLOWS[flow].customer === customer)
}

/** Prerendered HTML cannot know today's date: nothing is said of a price that changes. */
function lowestPrice(): string {
  const [lowest, ...others] = new Set(
    priceListsOf('contract').map(({ prices }) => Math.min(...Object.values(prices))),
  )
  return lowest === undefined || others.length > 0 ? '' : `月額${formatYen(lowest)}（税抜）から。`
}
