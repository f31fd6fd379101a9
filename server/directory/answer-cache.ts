/** Answers to searches of this import, ready to be sent: applicants type the same beginnings again and again. */

/** Some 6,000 answers of ten corporations. */
export const CACHE_BYTES = 16 * 2 ** 20

/** Least recently used answers are dropped beyond `maxBytes`. */
export function createAnswerCache(answer: (text: string) => object, maxBytes = CACHE_BYTES) {
  const answers = new Map<string, Buffer>()
  let bytes = 0
  const dropOldest = () => {
    for (const [text, oldest] of answers) {
      if (bytes <= maxBytes) return
      answers.delete(text)
      bytes -= sizeOf(text, oldest)
    }
  }
  return (text: string): Buffer => {
    const known = answers.get(text)
    if (known) {
      answers.delete(text)
      answers.set(text, known)
      return known
    }
    const made = Buffer.from(JSON.stringify(answer(text)))
    answers.set(text, made)
    bytes += sizeOf(text, made)
    dropOldest()
    return made
  }
}

function sizeOf(text: string, answer: Buffer): number {
  return 2 * text.length + answer.length
}
