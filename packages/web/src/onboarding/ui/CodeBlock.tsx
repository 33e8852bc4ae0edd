import { type ReactElement, useState } from 'react'

interface CodeBlockProps {
  /** The heading, which is also in the accessible name of the copy button. */
  readonly label: string
  readonly text: string
}

export const CodeBlock = ({ label, text }: CodeBlockProps): ReactElement => (
  <div className="code-block">
    <div className="code-block-head">
      <span>{label}</span>
      <CopyButton label={label} text={text} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
    <section tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  </div>
)

function CopyButton({ label, text }: CodeBlockProps): ReactElement {
  const [message, setMessage] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage('Copying failed. Select the text instead.'),
    )
  return (
    <span className="copy">
      <span role="status" className="purser-soft">
        {message}
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
