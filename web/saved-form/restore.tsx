/** The question before a saved form is read back, and what is done after a yes. Lazy-loaded with the first such file. */
import type { ReactNode } from 'react'
import { type Applicant, EMPTY_APPLICANT } from '#domain/applicant.ts'
import { cellName, type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import { PROCEDURES } from '#domain/staff.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { Dialog, dropFocus } from '#ui/dialog.tsx'
import type { RowsForm } from '../form/use-rows-form.ts'
import { rowsOnScreen } from '../table/cells.ts'
import { reverted } from '../table/row-edits.ts'
import type { useEdits } from '../table/use-edits.ts'
import { applicantOnScreen, revertApplicant, writeApplicant } from './applicant-controls.ts'
import { type SavedForm, savedFormOf } from './saved-form.ts'

export type RestoreContext = {
  flow: FlowWithRows
  list: PriceList
  form: RowsForm['form']
  edits: Pick<ReturnType<typeof useEdits>, 'apply' | 'announce'>
}

type Options = RestoreContext & {
  sheets: readonly Sheet[]
  preview: (sheets: readonly Sheet[]) => void
  close: () => void
}

type OnScreen = { applicant: Applicant | null; rows: FacilityRow[] }

/** Null where the workbook is no saved form. */
export function restoreQuestion(options: Options): ReactNode {
  const { flow, list, form, sheets, close } = options
  const saved = savedFormOf(sheets, FLOWS[flow].rows, list)
  if (!saved) return null
  const before = { applicant: applicantOnScreen(form.current), rows: rowsOnScreen() }
  const answer = (isYes: boolean) => {
    close()
    if (isYes) restore(options, saved, before)
  }
  return <RestoreQuestion flow={flow} saved={saved} before={before} onAnswer={answer} />
}

function restore({ form, edits, preview }: Options, saved: SavedForm, before: OnScreen): void {
  const applicant = before.applicant && saved.applicant
  if (applicant) writeApplicant(form.current, applicant)
  const { rows, facilities } = saved
  if (!rows) {
    edits.announce(DONE)
    if (facilities) preview([facilities])
    return
  }
  const was = before.applicant ?? EMPTY_APPLICANT
  edits.apply({
    rows,
    sentence: DONE,
    focus: cellName(1, 'facilityName'),
    undo: (now) => {
      if (applicant) revertApplicant(form.current, was, applicant)
      return reverted(now, before.rows, rows)
    },
    redo: (now) => {
      if (applicant) revertApplicant(form.current, applicant, was)
      return reverted(now, rows, before.rows)
    },
  })
}

const DONE = 'ファイルの内容を読み込みました。'

type Props = {
  flow: RestoreContext['flow']
  saved: SavedForm
  before: OnScreen
  onAnswer: (isYes: boolean) => void
}

function RestoreQuestion({ flow, saved, before, onAnswer }: Props) {
  const accept = () => {
    dropFocus()
    onAnswer(true)
  }
  const replaced = contentsOf(saved.applicant && before.applicant, saved.rows && before.rows)
  return (
    <Dialog
      className="paste"
      aria-labelledby="restore-title"
      aria-describedby="restore-summary"
      onClose={() => onAnswer(false)}
    >
      {(close) => (
        <>
          <div>
            <h2 id="restore-title">保存した入力内容の読み込み</h2>
            <div id="restore-summary">
              <p>{summaryOf(flow, saved, before.applicant !== null)}</p>
              {!saved.rows && saved.facilities && (
                <p>
                  事業所の表の形が、保存したときと異なります。次の画面で確認してから取り込みます。
                </p>
              )}
              {replaced !== '' && (
                <p className="warning">
                  いま入力されている{replaced}は、ファイルの内容に置き換わります。
                </p>
              )}
            </div>
          </div>
          <p className="actions">
            <button type="button" onClick={accept}>
              読み込む
            </button>
            <button type="button" className="secondary" onClick={close}>
              読み込まない
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

/** What the file has for this form; other flows ask for other things. */
function summaryOf(flow: Props['flow'], saved: SavedForm, hasApplicant: boolean): string {
  const from = saved.flow && saved.flow !== flow ? `「${PROCEDURES[saved.flow]}」の画面から` : ''
  const contents = contentsOf(hasApplicant ? saved.applicant : null, saved.rows)
  const what = contents === '' ? '' : `${contents}を読み込みます。`
  return `${saved.savedAt}に${from}保存したファイルです。${what}利用規約への同意は保存されません。`
}

/** 「法人の情報6項目と事業所12件」; empty where nothing is filled in. */
function contentsOf(applicant: Applicant | null, rows: readonly FacilityRow[] | null): string {
  const fields = Object.values(applicant ?? {}).filter(Boolean).length
  const facilities = rows?.filter((row) => !isBlankRow(row)).length ?? 0
  return [fields > 0 && `法人の情報${fields}項目`, facilities > 0 && `事業所${facilities}件`]
    .filter(Boolean)
    .join('と')
}
