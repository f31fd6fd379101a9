/** Compares two folders of pictures, and writes a page on which their differences are looked at side by side. */
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Browser, Page } from '@playwright/test'

type Difference = {
  name: string
  what: 'new' | 'gone' | 'changed'
  share?: number
  marked?: string
}

/** A pixel counts as changed from here on (of 255 in one colour): below it lies what antialiasing does. */
const TOLERANCE = 24

/** Writes `differences.html` into the folder of the pictures after; the number of pictures that differ. */
export async function compareFolders(
  browser: Browser,
  before: string,
  after: string,
): Promise<number> {
  const names = new Set([...(await picturesOf(before)), ...(await picturesOf(after))])
  const page = await browser.newPage()
  const differences: Difference[] = []
  try {
    for (const name of [...names].sort()) {
      const difference = await compare(page, name, join(before, name), join(after, name))
      if (difference) differences.push(difference)
    }
  } finally {
    await page.close()
  }
  await writeFile(join(after, 'differences.html'), documentOf(differences, before, after))
  return differences.length
}

async function picturesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder)).filter((name) => name.endsWith('.png'))
}

async function compare(
  page: Page,
  name: string,
  before: string,
  after: string,
): Promise<Difference | null> {
  if (!existsSync(before)) return { name, what: 'new' }
  if (!existsSync(after)) return { name, what: 'gone' }
  const [old, now] = await Promise.all([readFile(before), readFile(after)])
  if (old.equals(now)) return null
  const { share, marked } = await page.evaluate(differenceOfPictures, {
    urls: [old, now].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
    tolerance: TOLERANCE,
  })
  return share === 0 ? null : { name, what: 'changed', share, marked }
}

/** Runs in the browser, which reads PNG: the share of changed pixels, and a picture with these in red. */
async function differenceOfPictures({ urls, tolerance }: { urls: string[]; tolerance: number }) {
  const bitmaps = await Promise.all(
    urls.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
  )
  const width = Math.max(...bitmaps.map((bitmap) => bitmap.width))
  const height = Math.max(...bitmaps.map((bitmap) => bitmap.height))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser draws no pictures')
  const [old, now] = bitmaps.map((bitmap) => {
    context.clearRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, width, height)
  })
  if (!old || !now) throw new Error('two pictures are compared')
  let changed = 0
  for (let at = 0; at < now.data.length; at += 4) {
    const isChanged = [0, 1, 2, 3].some(
      (part) => Math.abs((old.data[at + part] ?? 0) - (now.data[at + part] ?? 0)) > tolerance,
    )
    if (isChanged) {
      changed += 1
      now.data.set([220, 0, 0, 255], at)
    } else now.data[at + 3] = 90
  }
  context.putImageData(now, 0, 0)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return { share: changed / (width * height), marked: `data:image/png;base64,${btoa(text)}` }
}

function documentOf(differences: readonly Difference[], before: string, after: string): string {
  const picture = (label: string, source: string | undefined) =>
    source
      ? `<figure><figcaption>${label}</figcaption><img src="${source}" alt="" loading="lazy"></figure>`
      : ''
  const sections = [...differences]
    .sort((a, b) => (b.share ?? 1) - (a.share ?? 1))
    .map(({ name, what, share, marked }) => {
      const figures = [
        what !== 'new' && picture('before', join(relative(after, before), name)),
        what !== 'gone' && picture('after', name),
        picture('changed pixels', marked),
      ]
      const percent = share === undefined ? '' : ` (${(share * 100).toFixed(2)} %)`
      return `<h2>${name}: ${what}${percent}</h2><div>${figures.filter(Boolean).join('')}</div>`
    })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures that differ</title>
<style>body{font:16px sans-serif}div{display:flex;gap:1rem;align-items:start}figure{margin:0;flex:1;min-width:0}img{max-width:100%;border:1px solid #999}</style>
<h1>${differences.length} pictures differ</h1>
${sections.join('\n')}
</html>
`
}
