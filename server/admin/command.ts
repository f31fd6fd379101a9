/** The command line's framework: a command's description, parsing, help and execution. */

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isDay } from '#contract/console.ts'
import type { Config } from '../config/settings.ts'
import { BUILD, buildText } from '../config/version.ts'
import { OperatorError } from '../errors.ts'
import { createAudit } from '../staff/audit.ts'
import { localActor } from '../staff/sign-in/local-person.ts'
import type { Database } from '../store/database.ts'
import { type Output, ReaderGone, withTicker } from './output.ts'

/** Dependencies of every command. */
export type CommandContext = {
  config: Config
  /** Epoch milliseconds. */
  clock: () => number
  out: Output
  /** Writes a sentence for the user to standard error. */
  say(text: string): void
  /** How far a long command is: overwritten by the next, gone after an empty one, never in a pipe. */
  progress(text: string): void
  /** Gives a long command's share of its work, from 0 to 1; called now and then. */
  measure(share: () => number): void
  /** The database of the settings, opened at the first call and closed when the command ends. */
  database(): Promise<Database>
}

export type Values = Readonly<Record<string, string | boolean | undefined>>

export type Command = {
  /** e.g. `applications list`. */
  name: string
  /** Names of the positional arguments, e.g. `<番号>`; a last one with … takes any number. */
  takes: readonly string[]
  about: string
  options: Readonly<Record<string, Option>>
  /** Its name is recorded in the audit trail; commands without record what they do themselves, or touch no data. */
  audited?: true
  /** Resolves to the exit status; undefined is 0. */
  run(context: CommandContext, args: readonly string[], values: Values): Promise<number | undefined>
}

export type Option = {
  about: string
  /** Placeholder of the option's value; without it the option is a switch. */
  takes?: string
}

export async function runCommand(
  commands: readonly Command[],
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  const words = argv.filter((word) => !word.startsWith('-')).join(' ')
  const command = commands
    .filter(({ name }) => `${words} `.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0) {
    await context.out.write(command ? helpOf(command) : overview(commands))
    return 0
  }
  if (!command && argv.includes('--version')) {
    await context.out.write(`${buildText(BUILD)}\n`)
    return 0
  }
  if (!command)
    throw new OperatorError(
      'usage',
      `「${words}」というコマンドはありません。--help で一覧を確認できます。`,
    )
  const { positionals, values } = parsed(command, argv)
  const args = positionals.slice(command.name.split(' ').length)
  const { length } = command.takes
  const isOpen = command.takes.at(-1)?.endsWith('…') === true
  if (isOpen ? args.length < length : args.length !== length)
    throw new OperatorError('usage', `使い方：${usageOf(command)}`)
  if (command.audited) await recordCommand(context, command)
  try {
    return (await withTicker(context, (ticking) => command.run(ticking, args, values))) ?? 0
  } catch (error) {
    if (error instanceof ReaderGone) return 0
    throw error
  }
}

async function recordCommand(context: CommandContext, { name }: Command): Promise<void> {
  const audit = createAudit(await context.database(), context.clock)
  await audit.record(localActor(), { action: 'command', subject: name })
}

/** The text of an option; empty where it was not given. */
export function textOf(values: Values, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** The choice of an option; empty where it was not given. Throws OperatorError for any other text. */
export function choiceOf<T extends string>(
  values: Values,
  name: string,
  choices: readonly T[],
): T | '' {
  const text = textOf(values, name)
  const choice = choices.find((candidate) => candidate === text)
  if (text === '' || choice) return choice ?? ''
  throw new OperatorError(
    'usage',
    `--${name} には ${choices.join('、')} のいずれかを指定してください。`,
  )
}

/** A day's text; empty where the option was not given. Throws OperatorError. */
export function dayOf(values: Values, name: string): string {
  const text = textOf(values, name)
  if (text === '' || isDay(text)) return text
  throw new OperatorError('usage', `--${name} には 2026-11-20 の形で日付を指定してください。`)
}

function parsed({ name, options }: Command, argv: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { takes }]) => [
      key,
      { type: takes === undefined ? 'boolean' : 'string' },
    ]),
  ) as ParseArgsOptionsConfig
  try {
    return parseArgs({ args: [...argv], options: config, allowPositionals: true }) as {
      positionals: string[]
      values: Values
    }
  } catch (error) {
    const option = /'(--?[^' ]+)/.exec(String(error))?.[1] ?? ''
    throw new OperatorError(
      'usage',
      `${option} の指定が正しくありません。${name} --help で使い方を確認できます。`,
      { cause: error },
    )
  }
}

function overview(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${usageOf(command)}\n      ${command.about}\n`)
  return `使い方：npm run -s admin -- <コマンド>\n\n${lines.join('')}\n各コマンドの説明：npm run -s admin -- <コマンド> --help\n`
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { takes, about }]) => `  --${name}${takes ? ` ${takes}` : ''}\n      ${about}\n`,
  )
  return `使い方：${usageOf(command)}\n\n${command.about}\n${options.length > 0 ? `\n${options.join('')}` : ''}`
}

function usageOf({ name, takes, options }: Command): string {
  const hasOptions = Object.keys(options).length > 0
  return [name, ...takes, ...(hasOptions ? ['[オプション]'] : [])].join(' ')
}
