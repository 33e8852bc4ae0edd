import { type ReactElement, useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { keyProblem } from './merchantKey.ts'

interface KeyFormProps {
  readonly problem: string | null
  readonly onKey: (key: string) => void
}

/** Asks for the key alone, where the page is known already. */
export function KeyForm({ problem, onKey }: KeyFormProps): ReactElement {
  const [key, setKey] = useState('')
  const [own, setOwn] = useState<string | null>(null)
  return (
    <form
      className="purser-card start-form"
      onSubmit={(event) => {
        event.preventDefault()
        const found = keyProblem(key.trim())
        setOwn(found)
        if (found === null) onKey(key.trim())
      }}
    >
      <KeyField value={key} problem={own ?? problem} onChange={setKey} />
      <button type="submit" className="purser-button purser-button-primary">
        Go on
      </button>
    </form>
  )
}

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
