/** The applicant block, built from the field table APPLICANT_FIELDS. */
import { useEffect, useRef, useState } from 'react'
import {
  type Applicant,
  type ApplicantField,
  applicantFieldsOf,
  fieldRow,
  isShown,
} from '#domain/applicant.ts'
import { FLOWS, type FlowWithApplicant } from '#domain/flows.ts'
import { Field, type Tied } from '#ui/field.tsx'
import { moveFocus } from '#ui/focus.ts'
import { Status } from '#ui/status.tsx'
import { controlOf } from '#ui/write-control.ts'
import { useHydrated } from '../navigation.ts'
import { type LookUpOutcome, lookUp, lookUpTyped } from './postal.ts'
import { useHints } from './use-hints.ts'

type Choices = Pick<Applicant, 'chance' | 'nowsoft'>

/** Attributes for autofill and on-screen keyboards; none of them lets the browser change what was typed. */
const TYPING: Partial<Record<ApplicantField, Record<string, string | false>>> = {
  companyName: { autoComplete: 'organization' },
  zipcode: { autoComplete: 'postal-code', inputMode: 'numeric' },
  address: { autoComplete: 'address-line1' },
  tel: { autoComplete: 'tel', type: 'tel' },
  email: {
    autoComplete: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: 'false',
  },
  person: { autoComplete: 'name' },
}

const SUPPORT: Partial<Record<ApplicantField, string>> = {
  zipcode: '7桁（ハイフンは自動で取り除きます）。例：1000001',
  address: '都道府県から番地、建物名まで入力してください。',
  tel: '日中にご連絡がつく番号を入力してください。',
  email: 'お手続きのご案内をお送りします。',
}

type Props = {
  flow: FlowWithApplicant
}

export function ApplicantFields({ flow }: Props) {
  const block = useRef<HTMLDivElement>(null)
  const { noteOf, listeners } = useHints(block)
  const [choices, setChoices] = useState<Choices>({ chance: '', nowsoft: '' })
  const follow = () => {
    if (FLOWS[flow].hasSurvey) setChoices((before) => choicesIn(block.current, before))
  }
  // A select may have been changed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(follow, [])
  return (
    <div
      className="fields"
      ref={block}
      {...listeners}
      onInput={(event) => {
        follow()
        listeners.onInput(event)
      }}
    >
      {applicantFieldsOf(flow).map((name) => {
        const row = fieldRow(name)
        return (
          <Field
            key={name}
            name={name}
            label={row.label}
            required={row.missing !== null}
            support={SUPPORT[name]}
            hidden={!isShown(name, choices)}
            {...noteOf(name)}
          >
            {(tied) => (
              <>
                {row.choices ? (
                  <Choice options={row.choices} tied={tied} isRequired={row.missing !== null} />
                ) : (
                  <TextInput name={name} tied={tied} isRequired={row.missing !== null} />
                )}
                {name === 'zipcode' && <PostalLookUp />}
              </>
            )}
          </Field>
        )
      })}
    </div>
  )
}

const NOTHING_YET: LookUpOutcome = { sentence: '' }

/** An input method has its last word in the second. */
const TYPING_EVENTS = ['input', 'compositionend'] as const

/** By a person or the browser, and not the page; what is being composed is not typed yet. Chromium's own ends of a composition are not trusted. */
function isTyped(event: Event & { isComposing?: boolean }): boolean {
  return event.type === 'compositionend' || (event.isTrusted && !event.isComposing)
}

/** Postal look-up button with its status message, and the undo of an address that it replaced. */
function PostalLookUp() {
  const isHydrated = useHydrated()
  const [{ sentence, undo }, setOutcome] = useState<LookUpOutcome>(NOTHING_YET)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const block = place.current?.closest<HTMLElement>('.fields')
    const follow = (event: Event) => {
      const { name, form } = event.target as HTMLInputElement
      // A failure is over once the code or the address is typed otherwise.
      if (/^(zipcode|address)$/.test(name))
        setOutcome((before) => (before.isFailure ? NOTHING_YET : before))
      if (name === 'zipcode' && form && isTyped(event))
        void lookUpTyped(form).then((outcome) => outcome && setOutcome(outcome))
    }
    for (const type of TYPING_EVENTS) block?.addEventListener(type, follow)
    return () => {
      for (const type of TYPING_EVENTS) block?.removeEventListener(type, follow)
    }
  }, [])
  const press = async (form: HTMLFormElement | null) => {
    if (!form) return
    setOutcome({ sentence: '住所を検索しています。' })
    const outcome = await lookUp(form)
    if (outcome) setOutcome(outcome)
  }
  return (
    <div className="look-up" ref={place}>
      <button
        type="button"
        className="secondary"
        disabled={!isHydrated}
        onClick={(event) => press(event.currentTarget.form)}
      >
        郵便番号から住所を検索
      </button>
      <Status>{sentence}</Status>
      {undo && (
        <button
          type="button"
          className="secondary"
          onClick={({ currentTarget: { form } }) => {
            setOutcome({ sentence: undo() })
            moveFocus(controlOf(form, 'address'))
          }}
        >
          元の住所に戻す
        </button>
      )}
    </div>
  )
}

type ControlProps = { tied: Tied; isRequired: boolean }

function TextInput({ name, tied, isRequired }: ControlProps & { name: ApplicantField }) {
  return <input type="text" aria-required={isRequired || undefined} {...TYPING[name]} {...tied} />
}

type ChoiceProps = ControlProps & { options: readonly (readonly [code: string, words: string])[] }

function Choice({ options, tied, isRequired }: ChoiceProps) {
  return (
    <select aria-required={isRequired || undefined} {...tied}>
      <option value="">選択してください</option>
      {options.map(([code, words]) => (
        <option key={code} value={code}>
          {words}
        </option>
      ))}
    </select>
  )
}

/** The same object where nothing changed, so that typing elsewhere in the block renders nothing. */
function choicesIn(block: HTMLElement | null, before: Choices): Choices {
  const codeOf = (name: keyof Choices) =>
    block?.querySelector<HTMLSelectElement>(`#${name}`)?.value ?? ''
  const chance = codeOf('chance')
  const nowsoft = codeOf('nowsoft')
  return chance === before.chance && nowsoft === before.nowsoft ? before : { chance, nowsoft }
}
