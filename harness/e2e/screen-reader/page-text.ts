/** What stands on a page to be read, piece by piece, and which pieces a reading left out or repeated. */
import type { Page } from '@playwright/test'

/** Letters from which on a piece that is read twice is no coincidence: labels are said with their fields too. */
const LONG = 20

/** What stands there to be read, one piece a text node, in order; without what is hidden from everybody or behind a dialog, and a dialog's title. */
export function piecesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pieces: string[] = []
    const dialog = document.querySelector('dialog:modal')
    const root = dialog ?? document.body
    // Said as the dialog opens.
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      const isUnread = parent?.closest(
        'option, script, noscript, [aria-hidden="true"], button[aria-label]',
      )
      if (
        parent &&
        !isUnread &&
        !title?.contains(parent) &&
        parent.checkVisibility({ visibilityProperty: true })
      )
        pieces.push(text.textContent ?? '')
    }
    return pieces.filter((piece) => piece.trim() !== '')
  })
}

/**
 * Faults of what Chromium hands to screen readers, as sentences: text that is in it nowhere, or more often than on the page, and a
 * control whose description says its name or itself again.
 */
export async function faultsOfTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const heard = nodes.filter(({ ignored }) => !ignored)
  // What is typed into a field stands in the tree as its text, and a label that encloses its control as the name alone.
  const nodeOf = new Map(heard.map((node) => [node.nodeId, node]))
  const isTyped = ({ parentId = '' }: (typeof heard)[number]): boolean => {
    const parent = nodeOf.get(parentId)
    return parent !== undefined && (isField(parent) || isTyped(parent))
  }
  const texts = heard.filter((node) => node.role?.value === 'StaticText' && !isTyped(node))
  const pieces = await piecesOf(page)
  return [
    ...readPast(pieces, heard.map(textIn('name'))),
    ...readAgain(pieces, texts.map(textIn('name'))),
    ...heard.flatMap(saidTwice),
    ...texts.flatMap((text) => saidByRole(text, nodeOf.get(text.parentId ?? ''))),
    ...heard.flatMap((node) => passedAsLabel(node)),
  ]
}

/** Orca reads of a status or an alert whose text is not in a paragraph of its own that there is one. */
function saidByRole(text: TreeNode, parent: TreeNode | undefined): string[] {
  const isNews = /^(status|alert)$/.test(`${parent?.role?.value}`)
  return isNews ? [`a bare ${parent?.role?.value}: ${textIn('name')(text)}`] : []
}

/** Orca reads past what names a part that may have the focus: it is said with the focus alone. */
function passedAsLabel(node: TreeNode): string[] {
  const of = (name: string) => node.properties?.find((property) => property.name === name)
  const isPart = /^(region|form|group|alert|generic)$/.test(`${node.role?.value}`)
  const isPassed = isPart && of('focusable') !== undefined && of('labelledby') !== undefined
  return isPassed ? [`passed as a label: ${textIn('name')(node)}`] : []
}

const isField = ({ role }: TreeNode) => /^(textbox|searchbox|combobox)$/i.test(`${role?.value}`)

function saidTwice(node: TreeNode): string[] {
  const name = textIn('name')(node)
  const description = textIn('description')(node)
  const sentences = description.split(/(?<=。)/).map(plain)
  const isTwice =
    description !== '' &&
    (plain(name).includes(plain(description)) || new Set(sentences).size < sentences.length)
  return isTwice ? [`said twice: ${name}, ${description}`] : []
}

type TreeNode = Partial<Record<'role' | 'name' | 'description', { value?: unknown }>> & {
  properties?: readonly { name: string }[]
}

const textIn =
  (part: 'name' | 'description') =>
  (node: TreeNode): string =>
    String(node[part]?.value ?? '')

/** Faults of a reading, as sentences; empty where every piece was heard, and none of the long ones more often than it stands there or in a field. */
export const faultsOfReading = (
  pieces: readonly string[],
  heard: readonly string[],
  typed: readonly string[],
): string[] => [...readPast(pieces, heard), ...readAgain([...pieces, ...typed], heard)]

function readPast(pieces: readonly string[], heard: readonly string[]): string[] {
  const said = plain(heard.join(''))
  return pieces
    .filter((piece) => !said.includes(plain(piece)))
    .map((piece) => `read past: ${piece}`)
}

function readAgain(pieces: readonly string[], heard: readonly string[]): string[] {
  const said = plain(heard.join(''))
  const written = plain(pieces.join(''))
  return [...new Set(pieces)]
    .filter((piece) => piece.length >= LONG && timesIn(said, piece) > timesIn(written, piece))
    .map((piece) => `read more than once: ${piece}`)
}

const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u200b]/g, '')
const timesIn = (text: string, piece: string) => text.split(plain(piece)).length - 1
