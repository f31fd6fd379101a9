/** A child process for console-process.test.ts: says that it listens, or refuses to; then may take memory until its limit ends it, or answer nothing. */
const [, , wanted = '4711', way] = process.argv
const port = wanted === 'pid' ? process.pid : wanted
process.send?.(
  way === 'refused'
    ? { refusal: `ポート ${port} は使用中です。` }
    : { address: `http://localhost:${port}` },
)
process.on('message', () => {
  if (way !== 'silent') process.send?.(`started_with ${process.argv[2] ?? 'nothing'}\n`)
})
if (way === 'hungry') {
  const taken: string[][] = []
  setInterval(
    () => taken.push(Array.from({ length: 200_000 }, (_, i) => `${i}-${taken.length}`)),
    1,
  )
} else process.on('SIGTERM', () => process.exit(0))
