import type { ReactElement } from 'react'
import { parseAmount, printAmount } from '../catalog/prices.ts'
import type { Shared } from '../catalog/tierTerms.ts'
import { InlineEdit } from './InlineEdit.tsx'

interface TermRowProps {
  readonly shared: Pick<Shared<unknown>, 'name' | 'words'>
  /** Of which plans it is so, where it is not so in all. */
  readonly only: string | null
  /** How the amount is changed; null where it cannot be. */
  readonly edit: {
    readonly label: string
    readonly amount: number
    readonly scale: number
    readonly onSave: (amount: number) => Promise<void>
  } | null
  readonly mark: 'yes' | 'credits' | 'charge'
}

/** One thing that a tier gives. */
export function TermRow({ shared, only, edit, mark }: TermRowProps): ReactElement {
  const { name, words } = shared
  const shown = words && <span className="draft-term-value">{words}</span>
  return (
    <li className="draft-term">
      <TermMark kind={mark} />
      <div className="draft-term-body">
        <span className="draft-term-name">
          {name}
          {only && <span className="purser-soft"> ({only})</span>}
        </span>
        {edit ? (
          <InlineEdit
            label={edit.label}
            text={printAmount(edit.amount, edit.scale)}
            inputMode="decimal"
            parse={(typed) => parseAmount(typed, edit.scale)}
            hint="Enter a number such as 1000."
            onSave={edit.onSave}
          >
            {shown}
          </InlineEdit>
        ) : (
          shown
        )}
      </div>
    </li>
  )
}

const PATHS = {
  charge: 'M8 3.5v9M3.5 8h9',
  yes: 'M3.5 8.5l3 3 6-7',
  credits: 'M8 2.5l1.6 3.7 3.9.4-2.9 2.6.8 3.9L8 11.1l-3.4 2 .8-3.9-2.9-2.6 3.9-.4z',
} as const

/** A small sign before what a tier gives. */
const TermMark = ({ kind }: { readonly kind: keyof typeof PATHS }): ReactElement => (
  <span className="purser-mark">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  </span>
)
