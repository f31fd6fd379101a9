/** Reads a two-dimensional code as a camera does: from the pixels of what is shown or printed. */
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'

/** What the code in the window says, on paper anywhere on the sheet; null where none is found. */
export async function readCode(page: Page, { isPaper = false } = {}): Promise<string | null> {
  const picture = await page.screenshot({ fullPage: isPaper })
  // A document without a policy decodes the picture.
  const other = await page.context().newPage()
  const { width, height, pixels } = await other.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [image.width, image.height]
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
    // As text: an array of millions of numbers takes half a minute on the way.
    const pixels = Array.from(data, (value) => String.fromCharCode(value)).join('')
    return { width: image.width, height: image.height, pixels }
  }, picture.toString('base64'))
  await other.close()
  return jsQR(Uint8ClampedArray.from(Buffer.from(pixels, 'latin1')), width, height)?.data ?? null
}
