/** What a setting is, of the environment and of the operator's file alike, and the reader of both: it names every fault at once. */

export type Setting<T = unknown> = {
  /** What it is, as docs/operations.md and `operator check` say it. */
  about: string
  /** Allowed values, as the sentence of a fault words them. */
  allowed: string
  /** Text where it is not set; it may be derived from other settings. Without one the value is undefined; one that `read` refuses makes the setting required. */
  fallback?: string | ((textOf: TextOf) => string)
  /** Parses the text; undefined where it is not allowed. */
  read: (text: string) => T | undefined
  /** Its value is never shown, not even in an error. */
  secret?: true
}

export type TextOf = (name: string) => string

export type Settings = Readonly<Record<string, Setting>>

export type ValuesOf<Rows extends Settings> = {
  readonly [Name in keyof Rows]:
    | Exclude<ReturnType<Rows[Name]['read']>, undefined>
    | (Rows[Name] extends { fallback: unknown } ? never : undefined)
}

/** How a source words its faults: a sentence with the setting's name. */
export type FaultWords = {
  /** A name that no row has. */
  unknown: (name: string) => string
  /** `text` is the default's where the setting is not set. */
  refused: (name: string, row: Setting, text: string, isSet: boolean) => string
}

/** Reads all rows. `texts` are those that are set; the values are whole only where there is no fault. Faults come in the order of the texts, then in that of the rows. */
export function readSettings<Rows extends Settings>(
  rows: Rows,
  texts: ReadonlyMap<string, string>,
  words: FaultWords,
): { values: ValuesOf<Rows>; faults: readonly string[] } {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  const refused = new Set<string>()
  for (const name of new Set([...texts.keys(), ...Object.keys(rows)])) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined
    if (!row) {
      faults.push(words.unknown(name))
      continue
    }
    const { text, sources } = textOfSetting(rows, texts, name)
    if (text === undefined) continue
    const value = row.read(text)
    if (value !== undefined) values[name] = value
    // A default that is derived from a refused setting is no fault of its own.
    else if (!sources.some((source) => refused.has(source)))
      faults.push(words.refused(name, row, text, texts.has(name)))
    if (value === undefined) refused.add(name)
  }
  return { values: values as ValuesOf<Rows>, faults }
}

/** A setting's text, or its default's, and the other settings that the default is derived from; undefined where it has neither. */
export function textOfSetting(
  rows: Settings,
  texts: ReadonlyMap<string, string>,
  name: string,
): { text: string | undefined; sources: readonly string[] } {
  const sources: string[] = []
  const textOf = (key: string): string | undefined => {
    const fallback = rows[key]?.fallback
    if (texts.has(key)) return texts.get(key)
    if (typeof fallback !== 'function') return fallback
    return fallback((source) => {
      sources.push(source)
      return textOf(source) ?? ''
    })
  }
  return { text: textOf(name), sources }
}
