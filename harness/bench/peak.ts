/** Loaded before a program (`node --import`): its last line on standard error is the most memory it had, in kilobytes. */
process.on('exit', () => process.stderr.write(`\npeak ${process.resourceUsage().maxRSS}\n`))
