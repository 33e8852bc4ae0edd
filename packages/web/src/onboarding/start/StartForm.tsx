import { type ReactElement, useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { completeUrl } from './completeUrl.ts'
import { KeyField } from './KeyForm.tsx'
import { findKeyProblem } from './merchantKey.ts'

interface StartFormProps {
  readonly needsKey: boolean
  /** The problem with the previous key. */
  readonly keyProblem: string | null
  /** The reason why the run could not start. */
  readonly error: Error | null
  /** The key is null if the page already has one. */
  readonly onStart: (url: string, key: string | null) => void
}

/** Asks for the address of the pricing page, and for the key if the page has none. */
export function StartForm({ needsKey, keyProblem, error, onStart }: StartFormProps): ReactElement {
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState('')
  const [problems, setProblems] = useState<{ url: string | null; key: string | null } | null>(null)

  const submit = () => {
    const url = completeUrl(typed)
    const newKeyProblem = needsKey ? findKeyProblem(key.trim()) : null
    setProblems({
      url:
        url === null ? 'Enter the address of a web page, such as pixelmill.example/pricing.' : null,
      key: newKeyProblem,
    })
    if (url !== null && newKeyProblem === null) onStart(url, needsKey ? key.trim() : null)
  }

  return (
    <form
      className="purser-card start-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="start-url">
        <Field
          label="Your pricing page"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="pixelmill.example/pricing"
          value={typed}
          problem={problems?.url ?? null}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="purser-button purser-button-primary">
          Read my pricing page
        </button>
      </div>
      {needsKey && (
        <KeyField
          value={key}
          problem={problems ? (problems.key ?? keyProblem) : keyProblem}
          onChange={setKey}
        />
      )}
      {error && <Notice kind="error">{error.message}</Notice>}
    </form>
  )
}

const EXAMPLES = [
  ['$29 / month, or $290 yearly', 'One tier with two plans'],
  ['50,000 API calls a month', 'A metered feature with a quota, and the event to send'],
  ['Includes 1,000 AI credits', 'A wallet that is refilled every month'],
  ['Contact us', 'A tier without a price, sold by your sales team'],
] as const

export const StartExamples = (): ReactElement => (
  <section className="examples" aria-labelledby="examples">
    <h2 id="examples" className="section-title">
      How Purser reads your page
    </h2>
    <ul>
      {EXAMPLES.map(([text, outcome]) => (
        <li key={text}>
          <q>{text}</q>
          <span className="examples-outcome">{outcome}</span>
        </li>
      ))}
    </ul>
  </section>
)
