import type { ReactElement } from 'react'

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
