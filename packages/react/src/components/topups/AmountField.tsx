import type { ReactElement } from 'react'
import { Field } from '../ui/Field.tsx'

interface AmountFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly text: string
  readonly error: string | null
  readonly onChange: (text: string) => void
}

/** A field for an amount. The input stays text and never becomes a float. */
export const AmountField = ({
  label,
  hint,
  text,
  error,
  onChange,
}: AmountFieldProps): ReactElement => (
  <Field label={label} hint={hint} error={error}>
    {(field) => (
      <input
        {...field}
        className="purser-input"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
