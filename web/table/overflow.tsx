/** What did not fit into the table, and how to take it along. */
import type { RowRules } from '#domain/flows.ts'
import * as site from '../site.ts'
import { copyTable, saveText } from './export.ts'
import { textOf } from './readers/delimited.ts'
import type { Overflow } from './use-overflow.ts'

type Props = {
  overflow: Overflow
  rules: RowRules
  say: (sentence: string) => void
  onDone: () => void
}

export function OverflowRows({ overflow: { count, lines }, rules, say, onDone }: Props) {
  const copy = async () =>
    say((await copyTable(lines)) ? `残りの${count}件をコピーしました。` : NOT_COPIED)
  return (
    <section className="callout" aria-labelledby="overflow-title">
      <h3 id="overflow-title">表に入らなかった{count}件を控えています</h3>
      <p>
        1回のお申し込みに入力できるのは{rules.max}
        行までです。残りの{count}件は、コピーするか保存して、サポート（
        <a href={site.phoneHref}>{site.phone}</a>）へご相談ください。
      </p>
      <p className="actions">
        <button type="button" className="secondary" onClick={copy}>
          残りの{count}件をコピーする
        </button>
        <button
          type="button"
          className="secondary"
          onClick={() => saveText('表に入らなかった事業所.csv', textOf(lines, ','))}
        >
          CSVファイルに保存する
        </button>
        <button type="button" className="secondary" onClick={onDone}>
          控えを消す
        </button>
      </p>
    </section>
  )
}

export const NOT_COPIED =
  'コピーできませんでした。ブラウザーの設定で、クリップボードへの書き込みを許可してください。'
