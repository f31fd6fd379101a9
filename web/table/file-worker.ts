/** The worker that reads files: the page answers meanwhile, and a file that takes too long is given up by ending it. */
import { sheetsOfFile } from '#sheets/read/file.ts'

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  postMessage(await sheetsOfFile(data))
})
