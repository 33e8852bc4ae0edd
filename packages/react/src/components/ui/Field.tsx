import { type ReactElement, type ReactNode, useId } from 'react'

/** Attributes that connect the input with its label, hint and error. */
interface FieldInput {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The problem with the input. */
  readonly error?: string | null | undefined
  /** Renders the input with these attributes. */
  readonly children: (input: FieldInput) => ReactNode
}

/** A labeled input. */
export function Field({ label, hint, error, children }: FieldProps): ReactElement {
  const id = useId()
  const hintId = hint ? `${id}hint` : null
  const errorId = error ? `${id}error` : null
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')
  return (
    <div className="purser-field">
      <label className="purser-field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hintId && (
        <p id={hintId} className="purser-field-hint">
          {hint}
        </p>
      )}
      {errorId && (
        <p id={errorId} className="purser-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
