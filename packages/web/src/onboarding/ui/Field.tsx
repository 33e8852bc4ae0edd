import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: ReactNode
  /** The message for an invalid value. */
  readonly problem: string | null
}

export function Field({ label, hint, problem, ...input }: FieldProps): ReactElement {
  const id = useId()
  const describedBy = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ')
  return (
    <div className="purser-field">
      <label className="purser-field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="purser-input"
        aria-describedby={describedBy || undefined}
        aria-invalid={problem !== null || undefined}
      />
      {hint && (
        <p id={`${id}hint`} className="purser-field-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}problem`} className="purser-field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
