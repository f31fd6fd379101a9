/** Notes of the directory beside the rows while they are typed; what a note offers is filled in with Ctrl+Enter or a press. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  type DirectoryNote,
  directoryNotes,
  numberOf,
  offerText,
  type RowOffer,
} from '#domain/directory-notes.ts'
import { cellName, NUMBER_DIGITS } from '#domain/facilities.ts'
import { isComposing } from '#ui/composing.ts'
import { useDebounce } from '#ui/debounce.ts'
import { noteId } from '#ui/field.tsx'
import { Status } from '#ui/status.tsx'
import { placeOf, rowsOnScreen, servicesOnScreen } from '../table/cells.ts'
import { fillOffered } from '../table/fill-row.ts'
import { type GoTo, type Remark, RemarkLine, useRemarks } from '../table/remark.tsx'
import { askNumbers, directoryExcerpt } from './look-up.ts'

type Props = { form: HTMLFormElement; input: HTMLInputElement | null }

/** Milliseconds without a key before the directory is asked. */
const PAUSE_MS = 400

export function DirectoryNotes({ form, input }: Props) {
  const { notes, announcement } = useNotes(form, input)
  const { remarks, goTo } = useRemarks(
    useMemo(
      () => notes.flatMap(({ no, message }) => (message ? [{ no, kind: message, message }] : [])),
      [notes],
    ),
  )
  useTakingKey(form, notes)
  return (
    <>
      <Status className="unseen">{announcement}</Status>
      {notes.map((note) => {
        const place = document.getElementById(noteId(cellName(note.no, 'facilityNumber')))
        const [remark] = remarks.get(note.no) ?? []
        return place && createPortal(<Note {...{ note, remark, goTo }} />, place, String(note.no))
      })}
    </>
  )
}

type NoteProps = { note: DirectoryNote; remark: Remark | undefined; goTo: GoTo }

function Note({ note: { no, offers }, remark, goTo }: NoteProps) {
  return (
    <>
      {remark && <RemarkLine remark={remark} goTo={goTo} />}
      {offers.length > 1 && <p>{severalNames(offers)}</p>}
      {offers.map((offer) => {
        const count = offer.services.length
        const what = count > 1 ? `この内容を${count}行に入れる` : 'この内容を入れる'
        const label = `${no}行目に${offers.length > 1 ? `「${offer.name}」：` : ''}${what}`
        return (
          <div key={offer.name} className="offer">
            <span>{offerText(offer)}</span>
            <button
              type="button"
              className="secondary"
              aria-label={label}
              {...(offers.length === 1 && { 'aria-keyshortcuts': 'Control+Enter' })}
              onClick={() => fillOffered(offer)}
            >
              {what}
              {offers.length === 1 && <kbd>Ctrl+Enter</kbd>}
            </button>
          </div>
        )
      })}
    </>
  )
}

const severalNames = (offers: readonly RowOffer[]) =>
  `この番号では、${offers.length}つの事業所が公表されています。`

/** Follows the rows at each pause; a number is asked for once it has all its digits. */
function useNotes(form: HTMLFormElement, input: HTMLInputElement | null) {
  const [notes, setNotes] = useState<readonly DirectoryNote[]>([])
  const [announcement, setAnnouncement] = useState('')
  const update = async () => {
    const isNew = await askNumbers(
      rowsOnScreen()
        .map(numberOf)
        .filter((number) => /^[0-9]+$/.test(number) && number.length === NUMBER_DIGITS),
    )
    const facts = { rows: rowsOnScreen(), corporation: input?.value ?? '' }
    const found = directoryNotes({
      ...facts,
      excerpt: directoryExcerpt(),
      offered: servicesOnScreen(),
    })
    setNotes((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    const place = placeOf((document.activeElement as HTMLInputElement | null)?.name ?? '')
    const here = found.find(({ no }) => no === place?.no)
    if (isNew && here) setAnnouncement(sentenceOf(here))
  }
  const debounce = useDebounce(PAUSE_MS)
  const afterPause = useEffectEvent(() => void update())
  useEffect(() => {
    const later = () => debounce.run(() => afterPause())
    later()
    // On the way down: the table keeps what is typed in it to itself.
    for (const type of ['input', 'focusout']) form.addEventListener(type, later, true)
    return () => {
      debounce.cancel()
      for (const type of ['input', 'focusout']) form.removeEventListener(type, later, true)
    }
  }, [form, debounce])
  return { notes, announcement }
}

function sentenceOf({ no, message, offers }: DirectoryNote): string {
  const texts = offers.map((offer) => `${offerText(offer)}。`).join('')
  const offered =
    offers.length > 1
      ? severalNames(offers) + texts
      : texts && `${texts}Ctrl+Enterキーで入力します。`
  return `${no}行目：${[message, offered].filter(Boolean).join('')}`
}

/** Ctrl+Enter in a cell takes what is offered for its row; without one offer alone it means what it did. */
function useTakingKey(form: HTMLFormElement, notes: readonly DirectoryNote[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.ctrlKey || isComposing(event)) return
    const place = placeOf((event.target as HTMLInputElement).name ?? '')
    const [offer, ...others] = notes.find(({ no }) => no === place?.no)?.offers ?? []
    if (!offer || others.length > 0) return
    event.preventDefault()
    fillOffered(offer)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    form.addEventListener('keydown', listen)
    return () => form.removeEventListener('keydown', listen)
  }, [form])
}
