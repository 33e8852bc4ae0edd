import { type ReactElement, useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { findKeyProblem } from './merchantKey.ts'

interface KeyFormProps {
  readonly problem: string | null
  readonly onKey: (key: string) => void
}

/** Asks only for the key, because the address already names a run. */
export function KeyForm({ problem, onKey }: KeyFormProps): ReactElement {
  const [key, setKey] = useState('')
  const [inputProblem, setInputProblem] = useState<string | null>(null)
  return (
    <form
      className="purser-card start-form"
      onSubmit={(event) => {
        event.preventDefault()
        const newProblem = findKeyProblem(key.trim())
        setInputProblem(newProblem)
        if (newProblem === null) onKey(key.trim())
      }}
    >
      <KeyField value={key} problem={inputProblem ?? problem} onChange={setKey} />
      <button type="submit" className="purser-button purser-button-primary">
        Continue
      </button>
    </form>
  )
}

interface KeyFieldProps {
  readonly value: string
  readonly problem: string | null
  readonly onChange: (key: string) => void
}

export const KeyField = ({ value, problem, onChange }: KeyFieldProps): ReactElement => (
  <Field
    label="Your sandbox secret key"
    type="password"
    autoComplete="off"
    spellCheck={false}
    placeholder="sk_sandbox_…"
    hint="The key stays in this tab and is sent only to this server."
    value={value}
    problem={problem}
    onChange={(event) => onChange(event.target.value)}
  />
)
