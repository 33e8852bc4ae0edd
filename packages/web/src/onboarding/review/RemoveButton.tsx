import { type ReactElement, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

interface RemoveButtonProps {
  /** What is removed: `the tier “Pro”`. */
  readonly what: string
  /** What else goes with it. */
  readonly note?: string | undefined
  readonly onRemove: () => Promise<void>
}

/** Takes something out of the draft, once it was asked again. */
export function RemoveButton({ what, note, onRemove }: RemoveButtonProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsking) yes.current?.focus()
  }, [isAsking])

  const remove = async () => {
    setIsBusy(true)
    try {
      await onRemove()
      // What had the focus is gone with what was removed.
      document.getElementById('content')?.focus({ preventScroll: true })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }

  if (!isAsking) {
    return (
      <IconButton
        label={`Remove ${what}`}
        path="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5"
        onClick={() => setIsAsking(true)}
      />
    )
  }
  return (
    <div className="remove-ask">
      <span>
        Remove {what}
        {note}?
      </span>
      {problem && (
        <span className="purser-field-error" role="alert">
          {problem}
        </span>
      )}
      <span className="inline-form-row">
        <button
          ref={yes}
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
          onClick={() => setIsAsking(false)}
        >
          Keep it
        </button>
      </span>
    </div>
  )
}
