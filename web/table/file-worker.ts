/** The worker that reads files and large pastes and recognises what they say: the page answers meanwhile, and what takes too long is given up by ending it. */
import type { PriceList } from '#domain/prices.ts'
import type { PasteTarget } from '#sheets/paste-plan.ts'
import { type ClipboardContent, sheetOfClipboard } from '#sheets/read/clipboard.ts'
import { type LateFile, sheetsOfFile } from '#sheets/read/file.ts'
import {
  isLight,
  type PlanRequest,
  type Plans,
  type Recogniser,
  recogniserOf,
  type SheetOffer,
  shownOf,
} from '#sheets/recognition.ts'
import type { Sheet } from '#sheets/sheet.ts'

/** Each is answered once, in this order; plans as often as they are asked for. */
export type WorkerRequest =
  | { kind: 'file'; file: File }
  | { kind: 'cells'; content: ClipboardContent; list: PriceList }
  | { kind: 'recognise'; target: PasteTarget }
  | ({ kind: 'plans' } & PlanRequest)

export type WorkerAnswer =
  /** Not an answer yet: more code is loaded for this file, or has come. */
  | { kind: 'late'; what: LateFile }
  | { kind: 'refused'; message: string }
  /** `sheets` stay in the worker where there is too much of them. */
  | { kind: 'read'; sheets: readonly Sheet[] | null }
  | ({ kind: 'recognised'; offer: SheetOffer } & Plans)
  | ({ kind: 'plans' } & Plans)

let sheets: readonly Sheet[] = []
let recogniser: Recogniser | null = null

const answer = (given: WorkerAnswer) => postMessage(given)

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  // What a promise is rejected with would reach nobody outside.
  carryOut(data).catch(reportError)
})

async function carryOut(data: WorkerRequest): Promise<void> {
  if (data.kind === 'file') answer(await readFile(data.file))
  else if (data.kind === 'cells') answer(read([sheetOfClipboard(data.content)]))
  else if (data.kind === 'recognise') answer(recognise(data.target))
  else if (recogniser) answer({ kind: 'plans', ...shownOf(recogniser.plans(data)) })
}

async function readFile(file: File): Promise<WorkerAnswer> {
  const content = await sheetsOfFile(file, {
    onLate: (what) => answer({ kind: 'late', what }),
    loadCMap: async (name) => (await import('./cmaps.ts')).loadCMap(name),
  })
  return 'message' in content ? { kind: 'refused', message: content.message } : read(content.sheets)
}

function read(found: readonly (Sheet | null)[]): WorkerAnswer {
  sheets = found.filter((sheet) => sheet !== null)
  return { kind: 'read', sheets: isLight(sheets) ? sheets : null }
}

function recognise(target: PasteTarget): WorkerAnswer {
  recogniser = recogniserOf(target, sheets)
  const { offer } = recogniser
  const request = { chosen: offer.likeliest, corrections: {}, fromDirectory: {} }
  return { kind: 'recognised', offer, ...shownOf(recogniser.plans(request)) }
}
