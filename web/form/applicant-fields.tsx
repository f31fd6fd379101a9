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
import { isMailAddress } from '#domain/mail-address.ts'
import { useDebounce } from '#ui/debounce.ts'
import { Field, type Tied } from '#ui/field.tsx'
import { Status } from '#ui/status.tsx'
import { useHydrated } from '../navigation.ts'
import { type LookUpOutcome, lookUp } from './postal.ts'

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
  zipcode: 'ハイフンなしの7桁で入力してください。例：1000001',
  address: '都道府県から番地、建物名まで入力してください。',
  tel: '日中にご連絡がつく番号を入力してください。',
  email: 'お手続きのご案内をお送りします。',
}

const MAIL_HINT = 'メールアドレスの形式をご確認ください。例：tantou@example.co.jp'

/** Debounce of the hint while an address is being typed. */
const HINT_DEBOUNCE_MS = 800

type Props = {
  flow: FlowWithApplicant
}

export function ApplicantFields({ flow }: Props) {
  const block = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState<Choices>({ chance: '', nowsoft: '' })
  const follow = () => {
    if (FLOWS[flow].hasSurvey) setChoices((before) => choicesIn(block.current, before))
  }
  // A select may have been changed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(follow, [])
  return (
    <div className="fields" ref={block} onInput={follow}>
      {applicantFieldsOf(flow).map((name) => {
        if (name === 'email') return <MailField key={name} />
        const row = fieldRow(name)
        return (
          <Field
            key={name}
            name={name}
            label={row.label}
            required={row.missing !== null}
            support={SUPPORT[name]}
            hidden={!isShown(name, choices)}
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

/** Postal look-up button with its status message, and the undo of an address that it replaced. */
function PostalLookUp() {
  const isHydrated = useHydrated()
  const [{ sentence, undo }, setOutcome] = useState<LookUpOutcome>(NOTHING_YET)
  const place = useRef<HTMLDivElement>(null)
  // A failure is over once the code or the address is typed otherwise.
  useEffect(() => {
    const block = place.current?.closest('.fields')
    const forget = ({ target }: Event) => {
      if (/^(zipcode|address)$/.test((target as HTMLInputElement).name))
        setOutcome((before) => (before.isFailure ? NOTHING_YET : before))
    }
    block?.addEventListener('input', forget)
    return () => block?.removeEventListener('input', forget)
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
          onClick={() => setOutcome({ sentence: undo() })}
        >
          元の住所に戻す
        </button>
      )}
    </div>
  )
}

function MailField() {
  const input = useRef<HTMLInputElement>(null)
  const debounce = useDebounce(HINT_DEBOUNCE_MS)
  const [isOdd, setOdd] = useState(false)
  const judge = () => {
    debounce.cancel()
    const typed = input.current?.value ?? ''
    setOdd(typed !== '' && !isMailAddress(typed))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start: it may have been filled in before hydration.
  useEffect(() => {
    if (input.current?.value) judge()
  }, [])
  const { label } = fieldRow('email')
  return (
    <Field
      name="email"
      label={label}
      required
      support={SUPPORT.email}
      note={isOdd ? MAIL_HINT : null}
    >
      {(tied) => (
        <input
          ref={input}
          type="text"
          aria-required
          {...TYPING.email}
          onInput={() => debounce.run(judge)}
          onBlur={judge}
          {...tied}
        />
      )}
    </Field>
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
