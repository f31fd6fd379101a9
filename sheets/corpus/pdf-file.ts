/** Writes small PDF files, sound ones and others, for tests. Their typeface is not in them: its codes are those of UniJIS-UTF16-H. */

/** Points from the lower left corner. */
export const written = (text: string, x: number, y: number, size = 9) =>
  `BT /F1 ${size} Tf ${x} ${y} Td <${hexOf(text)}> Tj ET\n`
export const ruled = (x1: number, y1: number, x2: number, y2: number) =>
  `${x1} ${y1} m ${x2} ${y2} l S\n`

/** A ruled table, its upper left corner at 40, 780. */
export function tableOf(grid: readonly (readonly string[])[], widths: readonly number[]): string {
  const height = 16
  const edges = [40]
  for (const width of widths) edges.push((edges.at(-1) ?? 40) + width)
  const right = edges.at(-1) ?? 40
  const bottom = 780 - height * grid.length
  return [
    ...edges.map((x) => ruled(x, 780, x, bottom)),
    ...Array.from({ length: grid.length + 1 }, (_, at) =>
      ruled(40, 780 - at * height, right, 780 - at * height),
    ),
    ...grid.flatMap((row, line) =>
      row.map((text, at) => written(text, (edges[at] ?? 0) + 3, 780 - height * line - 11)),
    ),
  ].join('')
}

type Options = {
  /** Added to the trailer. */
  trailer?: string
  /** Further objects, from the number 6 on, in front of the pages. */
  objects?: readonly string[]
  /** Of each page besides its typeface. */
  resources?: string
  /** What the page tree says of its length. */
  count?: number
}

/** A file with a page for each content. */
export function pdfOf(
  contents: readonly (string | Uint8Array)[],
  { trailer = '', objects = [], resources = '', count = contents.length }: Options = {},
): Uint8Array<ArrayBuffer> {
  const first = 6 + objects.length
  const kids = contents.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UTF16-H/DescendantFonts[4 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>/DW 1000/W[1 632 500]/FontDescriptor 5 0 R>>',
    '<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 700/StemV 80>>',
    ...objects,
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>${resources}>>/Contents ${first + 2 * at + 1} 0 R>>`,
      content,
    ]),
  ]
  const parts: Uint8Array[] = [bytesOf('%PDF-1.7\n')]
  const places: number[] = []
  let length = 9
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? bytesOf(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  for (const [at, object] of all.entries()) {
    places.push(length)
    const isContent = at >= first - 1 && (at - first) % 2 === 0
    add(`${at + 1} 0 obj\n`)
    if (isContent) addStream(object, add)
    else add(object)
    add('\nendobj\n')
  }
  const start = length
  const entries = places.map((place) => `${`${place}`.padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${entries}`)
  add(`trailer\n<</Size ${all.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Bytes are deflated already. */
function addStream(content: string | Uint8Array, add: (part: string | Uint8Array) => void): void {
  const filter = typeof content === 'string' ? '' : '/Filter/FlateDecode'
  add(`<</Length ${content.length}${filter}>>\nstream\n`)
  add(content)
  add('\nendstream')
}

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function hexOf(text: string): string {
  let hex = ''
  for (let at = 0; at < text.length; at += 1)
    hex += text.charCodeAt(at).toString(16).padStart(4, '0')
  return hex
}
