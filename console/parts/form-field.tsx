/** A labelled text input with an optional explanation. */
import type { InputHTMLAttributes } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  support?: string
}

export function FormField({ label, support, ...input }: Props) {
  const { name } = input
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {support && (
        <p className="support" id={`${name}-support`}>
          {support}
        </p>
      )}
      <input
        type="text"
        {...input}
        id={name}
        required
        aria-describedby={support ? `${name}-support` : undefined}
      />
    </div>
  )
}
