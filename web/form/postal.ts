/** Postal look-up: asks the service for an address, fills it in, and words the outcome (reading 26). */

import type { PostalAnswer } from '#contract/apply-schemas.ts'
import { problemOfField } from '#domain/applicant.ts'
import { messages } from '#domain/messages.ts'
import { controlOf, type TextControl, writeControl } from '#ui/write-control.ts'
import { ApiError, get, serverMessage } from '../sending/http.ts'
import * as site from '../site.ts'
import { normaliseControl } from './controls.ts'

/** Time-out: a service that hangs must not keep a person from typing the address. */
const TIMEOUT_MS = 8_000

/** `towns` is how many addresses share the code; the first is given. */
type Found = { address: string; towns: number } | { message: string }

/** What the look-up did, in a sentence; `undo` where it replaced a typed address, with a sentence of its own. */
export type LookUpOutcome = { sentence: string; undo?: () => string; isFailure?: true }

/** A stale response, one of an earlier press, changes nothing. */
let presses = 0

/**
 * Fills the form's address from its postal code. A failure changes nothing that was typed. Null: a later press has its own
 * answer coming.
 */
export async function lookUp(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  // Read at the press: what is typed until the answer comes is the person's last word.
  const before = controlOf(form, 'address')?.value ?? ''
  try {
    return await fillAddress(form, before)
  } catch {
    return { sentence: messages.generic, isFailure: true }
  }
}

async function fillAddress(form: HTMLFormElement, before: string): Promise<LookUpOutcome | null> {
  presses += 1
  const mine = presses
  const zipcode = controlOf(form, 'zipcode')
  const address = controlOf(form, 'address')
  if (!zipcode || !address) return { sentence: '' }
  normaliseControl(zipcode, null)
  const found = await findAddress(zipcode.value)
  if (mine !== presses) return null
  return 'message' in found
    ? { sentence: found.message, isFailure: true }
    : put(found.address, found.towns, address, before)
}

async function findAddress(zipcode: string): Promise<Found> {
  const problem = problemOfField('zipcode', zipcode)
  if (problem !== null) return { message: problem }
  try {
    const url = `${site.postalService}?zipcode=${encodeURIComponent(zipcode)}`
    return addressOf(await get(url, TIMEOUT_MS))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === null) return { message: lookUpFailed(error.message) }
    return { message: serviceMessage(error.body) ?? messages.addressNotFound }
  }
}

function addressOf(body: unknown): Found {
  const { status, message, results } = (body ?? {}) as Partial<PostalAnswer>
  const towns = Array.isArray(results) ? results : []
  const [first] = towns
  if (status !== 200 || !first) return { message: message || messages.addressNotFound }
  // join leaves out what another service answers as null (reading 33).
  const address = [first.address1, first.address2, first.address3].join('')
  return { address, towns: towns.length }
}

/** The message of a 4xx or 5xx: in the service's shape, or in the apply API's (readings 22 and 26). */
function serviceMessage(body: unknown): string | null {
  const { message } = (body ?? {}) as Partial<PostalAnswer>
  return (typeof message === 'string' && message) || serverMessage(body)
}

/** A press asks for the address, and so may replace one; but not what was typed while it was looked up. */
function put(found: string, towns: number, address: TextControl, before: string): LookUpOutcome {
  if (address.value !== before)
    return { sentence: `検索中に住所が入力されたため、そのままにしました。検索結果：${found}` }
  if (before.startsWith(found))
    return { sentence: '入力済みの住所は、郵便番号の住所と一致しています。' }
  writeControl(address, found)
  const what =
    towns > 1
      ? `この郵便番号には${towns}件の住所があります。最初の住所を入力しました。`
      : `${before === '' ? '住所を入力しました' : '入力済みの住所を置き換えました'}。`
  const sentence = `${what}番地や建物名を続けて入力してください。`
  // What was typed after the look-up stays: the sentence gives the earlier address to read instead.
  const undo = () => {
    if (address.value !== found)
      return `検索のあとに住所が変更されたため、そのままにしました。元の住所：${before}`
    writeControl(address, before)
    return '元の住所に戻しました。'
  }
  return before === '' ? { sentence } : { sentence, undo }
}

/** The network error's own text (reading 26), and what to do. */
function lookUpFailed(error: string): string {
  return `住所を検索できませんでした（${error}）。回線をご確認のうえもう一度検索するか、住所を直接入力してください。`
}
