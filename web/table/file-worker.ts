/** The worker that reads files: the page answers meanwhile, and a file that takes too long is given up by ending it. */
import { type FileContent, sheetsOfFile } from '#sheets/read/file.ts'

/** What the worker says of a file: that more code is loaded for it, then what it holds. */
export type FileAnswer = FileContent | 'other workbook'

const say = (answer: FileAnswer) => postMessage(answer)

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  say(await sheetsOfFile(data, () => say('other workbook')))
})
