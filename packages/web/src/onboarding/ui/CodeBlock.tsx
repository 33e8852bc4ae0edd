import { type ReactElement, useState } from 'react'

interface CodeBlockProps {
  /** What it is: stands above it, and is what the button says that it copies. */
  readonly label: string
  readonly text: string
}

/** A text to paste elsewhere. */
export const CodeBlock = ({ label, text }: CodeBlockProps): ReactElement => (
  <div className="code-block">
    <div className="code-block-head">
      <span>{label}</span>
      <CopyButton label={label} text={text} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
    <section tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  </div>
)

interface CopyButtonProps {
  /** What is copied, for who does not see where it stands. */
  readonly label: string
  readonly text: string
}

/** Puts a text on the clipboard, and says so. */
function CopyButton({ label, text }: CopyButtonProps): ReactElement {
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
