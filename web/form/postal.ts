/** Postal look-up: asks the service for an address, fills it in, and words the outcome (reading 26). */

import type { PostalAnswer } from '#contract/apply-schemas.ts'
import { normaliseField, problemOfField } from '#domain/applicant.ts'
import { messages } from '#domain/messages.ts'
import { placeNamed, withoutBrackets } from '#domain/postal-town.ts'
import { controlOf, type TextControl, writeControl } from '#ui/write-control.ts'
import { ApiError, get, serverMessage } from '../sending/http.ts'
import * as site from '../site.ts'
import { type Address, matchOf, textOf } from './address-match.ts'
import { normaliseControl } from './controls.ts'

type PostalTown = NonNullable<PostalAnswer['results']>[number]

/** Time-out: a service that hangs must not keep a person from typing the address. */
const TIMEOUT_MS = 8_000

type Found = { addresses: readonly Address[] } | { message: string }

/** What the look-up did, in a sentence; `undo` where it replaced a typed address, with a sentence of its own. */
export type LookUpOutcome = { sentence: string; undo?: () => string; isFailure?: true }

/** A stale response, one of an earlier press, changes nothing. */
let presses = 0
/** What the last look-up has filled in, and the code that was looked up last without a press. */
let filled = ''
let typedCode = ''

/**
 * Fills the form's address from its postal code, at a press. A failure changes nothing that was typed. Null: a later press
 * has its own answer coming.
 */
export async function lookUp(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  const zipcode = controlOf(form, 'zipcode')
  const address = controlOf(form, 'address')
  if (!zipcode || !address) return { sentence: '' }
  try {
    normaliseControl(zipcode, null)
    return await fillAddress(zipcode.value, address, put)
  } catch {
    return { sentence: messages.generic, isFailure: true }
  }
}

/**
 * The same at the last digit of a code that is typed: fills what is empty or was filled by it, and moves no focus
 * (reading 45). Null where there is nothing to say.
 */
export async function lookUpTyped(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  const address = controlOf(form, 'address')
  // The control stays as it is: it is being typed in.
  const code = normaliseField('zipcode', controlOf(form, 'zipcode')?.value ?? '')
  const before = typedCode
  typedCode = code
  const isFree = address && (address.value === '' || address.value === filled)
  if (!isFree || code === before || problemOfField('zipcode', code) !== null) return null
  const typed = address.value
  const outcome = await fillAddress(code, address, (...found) =>
    address.value === typed ? fill(...found) : null,
  ).catch(() => null)
  // Whoever has typed the address meanwhile needs no word.
  return outcome?.isFailure && address.value !== typed ? null : outcome
}

type Put = (
  addresses: readonly Address[],
  control: TextControl,
  before: string,
) => LookUpOutcome | null

async function fillAddress(
  zipcode: string,
  control: TextControl,
  put: Put,
): Promise<LookUpOutcome | null> {
  presses += 1
  const mine = presses
  // Read at the start: what is typed until the answer comes is the person's last word.
  const before = control.value
  const found = await findAddresses(zipcode)
  if (mine !== presses) return null
  return 'message' in found
    ? { sentence: found.message, isFailure: true }
    : put(found.addresses, control, before)
}

async function findAddresses(zipcode: string): Promise<Found> {
  const problem = problemOfField('zipcode', zipcode)
  if (problem !== null) return { message: problem }
  try {
    const url = `${site.postalService}?zipcode=${encodeURIComponent(zipcode)}`
    return foundIn(await get(url, TIMEOUT_MS))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === null) return { message: lookUpFailed(error.message) }
    return { message: serviceMessage(error.body) ?? messages.addressNotFound }
  }
}

function foundIn(body: unknown): Found {
  const { status, message, results } = (body ?? {}) as Partial<PostalAnswer>
  const towns = Array.isArray(results) ? results : []
  if (status !== 200 || towns.length === 0) return { message: message || messages.addressNotFound }
  const addresses = towns.flatMap(addressesOf)
  // What differed in its notes alone is one.
  const once = new Map(addresses.map((address) => [textOf(address), address]))
  return { addresses: [...once.values()] }
}

/** What another service answers as null is left out (reading 33), and so are the notes that it passes on (reading 26). */
function addressesOf({ address1, address2, address3 }: PostalTown): Address[] {
  const [prefecture, city] = [address1 ?? '', address2 ?? '']
  const towns = placeNamed(withoutBrackets(address3 ?? ''), city)
  return towns.split('、').map((town) => ({ prefecture, city, town }))
}

/** The message of a 4xx or 5xx: in the service's shape, or in the apply API's (readings 22 and 26). */
function serviceMessage(body: unknown): string | null {
  const { message } = (body ?? {}) as Partial<PostalAnswer>
  return (typeof message === 'string' && message) || serverMessage(body)
}

/** A press asks for the address, and so may replace one; but not what was typed while it was looked up. */
function put(addresses: readonly Address[], control: TextControl, before: string): LookUpOutcome {
  const [first] = addresses.map(textOf)
  if (control.value !== before)
    return { sentence: `検索中に住所が入力されたため、そのままにしました。検索結果：${first}` }
  const [match] = addresses.flatMap((address) => matchOf(before, address) ?? [])
  if (match?.isWhole) return { sentence: '入力済みの住所は、郵便番号の住所と一致しています。' }
  if (!match || before === '') return fill(addresses, control, before)
  writeControl(control, match.completed)
  const on = match.rest === '' ? GO_ON : ''
  const sentence = `入力済みの住所に、郵便番号の住所を補いました。${on}`
  return { sentence, undo: undoOf(control, before) }
}

const GO_ON = '番地や建物名を続けて入力してください。'

/** The first address of a code, in place of what was there. */
function fill(addresses: readonly Address[], control: TextControl, before: string): LookUpOutcome {
  const towns = addresses.length
  filled = addresses.map(textOf)[0] ?? ''
  writeControl(control, filled)
  const what =
    towns > 1
      ? `この郵便番号には${towns}件の住所があります。最初の住所を入力しました。`
      : `${before === '' ? '住所を入力しました' : '入力済みの住所を置き換えました'}。`
  const sentence = what + GO_ON
  return before === '' ? { sentence } : { sentence, undo: undoOf(control, before) }
}

/** What was typed after the look-up stays: the sentence gives the earlier address to read instead. */
function undoOf(control: TextControl, before: string): () => string {
  const after = control.value
  return () => {
    if (control.value !== after)
      return `検索のあとに住所が変更されたため、そのままにしました。元の住所：${before}`
    writeControl(control, before)
    return '元の住所に戻しました。'
  }
}

/** The network error's own text (reading 26), and what to do. */
function lookUpFailed(error: string): string {
  return `住所を検索できませんでした（${error}）。回線をご確認のうえもう一度検索するか、住所を直接入力してください。`
}
