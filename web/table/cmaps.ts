/** Tables that say which character a code of a Japanese typeface is, for a PDF that brings neither: each is fetched when a PDF names it. */

const URLS: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../node_modules/pdfjs-dist/cmaps/{78,83pv,90,Add,Adobe-Japan1,EUC,Ext,Hankaku,Hiragana,Katakana,NWP,RKSJ,Roman,UniJIS,WP}*.bcmap',
    '../../node_modules/pdfjs-dist/cmaps/{H,V}.bcmap',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** `name` with its ending; rejects where there is no such table, or it does not come. */
export async function loadCMap(name: string): Promise<Uint8Array> {
  const url = URLS[`../../node_modules/pdfjs-dist/cmaps/${name}`]
  if (url === undefined) throw new Error(`no table ${name}`)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
