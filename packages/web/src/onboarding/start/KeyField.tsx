import type { ReactElement } from 'react'
import { Field } from '../ui/Field.tsx'

interface KeyFieldProps {
  readonly value: string
  readonly problem: string | null
  readonly onChange: (key: string) => void
}

/** Where the secret key of the sandbox is entered. */
export const KeyField = ({ value, problem, onChange }: KeyFieldProps): ReactElement => (
  <Field
    label="Your sandbox secret key"
    type="password"
    autoComplete="off"
    spellCheck={false}
    placeholder="sk_sandbox_…"
    hint="sk_sandbox_…, it stays in this tab and goes to this server only."
    value={value}
    problem={problem}
    onChange={(event) => onChange(event.target.value)}
  />
)
