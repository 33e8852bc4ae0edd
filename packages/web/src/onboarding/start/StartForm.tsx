import { type ReactElement, useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { completeUrl } from './completeUrl.ts'
import { KeyField } from './KeyForm.tsx'
import { keyProblem as findKeyProblem } from './merchantKey.ts'

interface StartFormProps {
  /** There is no key yet, so that it is asked for. */
  readonly needsKey: boolean
  /** What is wrong with the key that was used before. */
  readonly keyProblem: string | null
  /** Why it could not be started. */
  readonly error: Error | null
  /** The key is null where it is known. */
  readonly onStart: (url: string, key: string | null) => void
}

/** The address of the page to read, and the key if it is not known yet. */
export function StartForm({ needsKey, keyProblem, error, onStart }: StartFormProps): ReactElement {
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState('')
  const [problems, setProblems] = useState<{ url: string | null; key: string | null } | null>(null)

  const submit = () => {
    const url = completeUrl(typed)
    const own = needsKey ? findKeyProblem(key.trim()) : null
    setProblems({
      url: url === null ? 'Enter the address of a web page, such as shop.example/pricing.' : null,
      key: own,
    })
    if (url !== null && own === null) onStart(url, needsKey ? key.trim() : null)
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
          placeholder="shop.example/pricing"
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
  ['$29 / month, or $290 yearly', 'Two plans of one tier'],
  ['50,000 API calls a month', 'A metered feature, its quota, and the event to send'],
  ['Includes 1,000 AI credits', 'A wallet that is filled each month'],
  ['Contact us', 'A tier without a price, for sales'],
] as const

/** What becomes of the words of a pricing page. */
export const StartExamples = (): ReactElement => (
  <section className="examples" aria-labelledby="examples">
    <h2 id="examples" className="section-title">
      What becomes of your words
    </h2>
    <ul>
      {EXAMPLES.map(([words, outcome]) => (
        <li key={words}>
          <q>{words}</q>
          <span className="examples-outcome">{outcome}</span>
        </li>
      ))}
    </ul>
  </section>
)
