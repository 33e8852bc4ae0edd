import { type ReactElement, useState } from 'react'

interface CopyButtonProps {
  /** What is copied, for who does not see where it stands. */
  readonly label: string
  readonly text: string
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ label, text }: CopyButtonProps): ReactElement {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select it and copy it by hand'),
    )
  return (
    <span className="copy">
      <span role="status" className="purser-soft">
        {said}
      </span>
      <button
        type="button"
        className="purser-button purser-button-secondary"
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </button>
    </span>
  )
}
