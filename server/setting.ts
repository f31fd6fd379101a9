/** What one setting is: a row of the tables that config.ts puts together. */

export type Setting<T> = {
  about: string
  /** Allowed values, as the error message words them. */
  allowed: string
  /** Default text where the setting is missing or empty; it may be derived from other settings. */
  fallback: string | ((textOf: (key: string) => string) => string)
  /** Parses the text; undefined where it is not allowed. */
  read: (text: string) => T | undefined
  /** Its value is never shown, not even in an error. */
  secret?: true
}

export const setting = <T>(row: Setting<T>) => row

/** Counts and limits. */
export const COUNT_RANGE = 'a whole number from 0 to 1000000000; 0 is off'
