/** Instants as Japan's clocks show them. The Intl objects that could do it load eight megabytes of tables. */
import { TOKYO_OFFSET_MS } from '#domain/prices.ts'

/** Epoch milliseconds as `2026-11-20T15:04:05.678`. */
export function tokyoTimestamp(at: number): string {
  return new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, -1)
}

/** `2026-11-20` */
export function tokyoDay(at: number): string {
  return tokyoTimestamp(at).slice(0, 10)
}
