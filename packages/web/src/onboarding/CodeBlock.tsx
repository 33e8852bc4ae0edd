import type { ReactElement } from 'react'
import { CopyButton } from './CopyButton.tsx'

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
