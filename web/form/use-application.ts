/** State of a form with facility rows: problems, row count, draft, and the application that it sends. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FLOWS, type FlowWithRows, type RowRules } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import type { Problem } from '#domain/problem.ts'
import { useHydrated } from '../browser/hydrated.ts'
import { usePriceList } from '../browser/price-list.ts'
import { recallRefused } from '../sending/attempt.ts'
import { sendingCode } from '../sending/failed-attempt.ts'
import type { Navigation } from '../sending/navigation.ts'
import { useSending } from '../sending/use-sending.ts'
import { useDraft } from './draft.ts'
import { isCell } from './form.ts'
import { formPropsOf } from './form-props.ts'
import { postalCode } from './look-up.ts'

type Options = {
  navigation: Navigation
  /** The usable customer number where the flow works for an existing customer; nullish until it is known. */
  customer?: string | null | undefined
  /** Lazy-loads the parts that show an estimate. */
  loadParts: () => Promise<unknown>
}

export type ApplicationForm = ReturnType<typeof useApplication>

export function useApplication(
  flow: FlowWithRows,
  { navigation, customer = null, loadParts }: Options,
) {
  const { rows: rules, customer: whose, resultPath, catalogue, isOneStep } = FLOWS[flow]
  const isReady = useHydrated() && (whose === 'issued' || customer !== null)
  const name = !isReady ? null : customer === null ? flow : `${flow}.${customer}`
  const form = useRef<HTMLFormElement>(null)
  const list = usePriceList(catalogue)
  const [rowCount, setRowCount] = useState<number>(rules.initial)
  const draft = useDraft({
    form,
    name,
    rowCount,
    showRows: (count) => setRowCount((shown) => Math.max(shown, Math.min(count, rules.max))),
    onRestored: () => void resume().catch(() => {}),
  })
  const sending = useSending({ flow, customer, name, navigation, onComplete: draft.close })
  const { problems, setProblems, forgetRowProblems } = useProblems(name)
  const { save: saveDraft } = draft
  const act = async (action: 'estimate' | 'restoreEstimate' | 'press') => {
    const code = await actionsCode().catch(() => null)
    if (!code) return setProblems([{ field: '', message: messages.generic }])
    const context = { flow, form, name, list, sending, setProblems, saveDraft: () => saveDraft() }
    code[action](context)
  }
  const resume = async () => sending.resume(() => loadParts().then(() => act('restoreEstimate')))
  const estimate = () => void act('estimate')
  const press = () => void act('press')
  const normalise = useNormalising(form, rules)
  const formProps = formPropsOf({
    form,
    onPress: press,
    onEdit: (control) => {
      draft.saveSoon()
      if (isOneStep || isCell(control)) sending.dispatch({ type: 'edited' })
    },
    onStart: () => {
      for (const load of [actionsCode, sendingCode, loadParts, postalCode]) load().catch(() => {})
      offerDirectory(form.current)
      void navigation.prepare(resultPath)
    },
    onLeave: (control) => normalise([control]),
  })
  const addRows = () => setRowCount((count) => Math.min(count + rules.step, rules.max))
  return {
    ...{ state: sending.state, problems, name, list, rowCount, setRowCount, forgetRowProblems },
    ...{ isReady, form, formProps, estimate, press, addRows },
  }
}

/** Lazy-loaded when a person begins to type: validation and prices are not needed before a button is pressed. */
const actionsCode = () => import('./actions.ts')

/** Offers the directory of facilities where the server has one. */
function offerDirectory(form: HTMLFormElement | null): void {
  import('../directory/touched.ts').then(
    ({ onTouch }) => onTouch(form),
    () => {},
  )
}

/** Returns what converts controls that were left; one to which the person has come back is not touched. */
function useNormalising(form: RefObject<HTMLFormElement | null>, rules: RowRules) {
  const normalise = async (controls: readonly EventTarget[]) => {
    const { normaliseControl } = await import('./read.ts')
    for (const control of controls)
      if (control !== document.activeElement) normaliseControl(control, rules)
  }
  const soon = (controls: readonly EventTarget[]) => void normalise(controls).catch(() => {})
  // What was typed and left before hydration has had no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    const typed = Array.from(form.current?.elements ?? []).filter(
      (control) =>
        control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value,
    )
    if (typed.length > 0) soon(typed)
  }, [])
  return soon
}

/** Validation problems on the screen; at first those fields that the server refused (reading 15). */
function useProblems(name: string | null) {
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useEffect(() => {
    const refused = name === null ? [] : recallRefused(name)
    if (refused.length > 0) setProblems(refused)
  }, [name])
  /** Row numbers have changed: what was said of a row may stand beside another one. */
  const forgetRowProblems = () => setProblems((said) => said.filter(({ field }) => !isCell(field)))
  return { problems, setProblems, forgetRowProblems }
}
