import { type ReactElement, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

interface RemoveButtonProps {
  /** The object with its kind: `the tier “Pro”`. */
  readonly object: string
  /** Continues the question with further effects: ` and its plans`. */
  readonly note?: string | undefined
  readonly onRemove: () => Promise<void>
}

/** Removes an object from the draft after a confirmation. */
export function RemoveButton({ object, note, onRemove }: RemoveButtonProps): ReactElement {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus()
  }, [isConfirming])

  const remove = async () => {
    setIsBusy(true)
    try {
      await onRemove()
      // The focused button is gone together with the removed object.
      document.getElementById('content')?.focus({ preventScroll: true })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }

  if (!isConfirming) {
    return (
      <IconButton
        label={`Remove ${object}`}
        path="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5"
        onClick={() => setIsConfirming(true)}
      />
    )
  }
  return (
    <div className="remove-confirmation">
      <span>
        Remove {object}
        {note}?
      </span>
      {problem && (
        <span className="purser-field-error" role="alert">
          {problem}
        </span>
      )}
      <span className="inline-form-row">
        <button
          ref={confirmButton}
          type="button"
          className="purser-button purser-button-danger"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void remove()}
        >
          Remove
        </button>
        <button
          type="button"
          className="purser-button purser-button-plain"
          onClick={() => setIsConfirming(false)}
        >
          Keep
        </button>
      </span>
    </div>
  )
}
