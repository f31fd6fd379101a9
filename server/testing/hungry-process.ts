/** A child process for supervised-process.test.ts: says that it listens, then takes memory until its limit ends it. */
process.send?.({ address: `http://localhost:${process.argv[2] ?? 4711}` })
process.on('message', () => process.send?.(`started_with ${process.argv[2] ?? 'nothing'}\n`))
if (process.argv[3] === 'hungry') {
  const taken: string[][] = []
  setInterval(
    () => taken.push(Array.from({ length: 200_000 }, (_, i) => `${i}-${taken.length}`)),
    1,
  )
} else process.on('SIGTERM', () => process.exit(0))
