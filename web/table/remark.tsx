/** A remark on rows: said in one of those that have it, with a way to the next; the others have a mark. */
import { useCallback, useMemo, useState } from 'react'
import { cellName } from '#domain/facilities.ts'
import { keepOpen } from './row-focus.ts'
import { placesOf } from './row-notes.ts'

export type Remark = {
  kind: string
  message: string
  /** null where another row says it; whoever hears the row is told all the same. */
  said: { others: number; next: number } | null
}

type Note = { no: number; kind: string; message: string }

/** What each row says, by its number, and the way from one row to the next with the same remark. */
export function useRemarks(notes: readonly Note[]) {
  const [anchors, setAnchors] = useState<ReadonlyMap<string, number>>(new Map())
  const remarks = useMemo(() => remarksByRow(notes, anchors), [notes, anchors])
  const goTo = useCallback((kind: string, no: number) => {
    setAnchors((before) => new Map(before).set(kind, no))
    const control = document.getElementById(cellName(no, 'facilityNumber'))
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }, [])
  return { remarks, goTo }
}

export type GoTo = ReturnType<typeof useRemarks>['goTo']

function remarksByRow(notes: readonly Note[], anchors: ReadonlyMap<string, number>) {
  const places = placesOf(notes, anchors)
  const byRow = new Map<number, Remark[]>()
  for (const { no, kind, message } of notes) {
    const place = places.get(kind)
    const said = place?.no === no ? { others: place.others, next: place.next } : null
    byRow.set(no, [...(byRow.get(no) ?? []), { kind, message, said }])
  }
  return byRow
}

export function RemarkLine({ remark, goTo }: { remark: Remark; goTo: GoTo }) {
  const { kind, message, said } = remark
  return (
    <p ref={said ? keepOpen : undefined} className={said ? undefined : 'unseen'}>
      {message}
      {said && said.others > 0 && (
        <>
          （ほかに{said.others}行）
          <button
            type="button"
            className="secondary next"
            aria-label={`次の行へ（${said.next}行目）`}
            onClick={() => goTo(kind, said.next)}
          >
            次の行へ
          </button>
        </>
      )}
    </p>
  )
}
