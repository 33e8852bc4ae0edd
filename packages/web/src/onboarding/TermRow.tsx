import type { ReactElement, ReactNode } from 'react'
import { InlineEdit } from './InlineEdit.tsx'
import { parseAmount } from './parseAmount.ts'
import { printAmount } from './printAmount.ts'

interface TermRowProps {
  readonly name: string
  /** What a plan gives of it; empty where the name says it all. */
  readonly value: string
  /** Of which plans it is so, where it is not so in all. */
  readonly only: string | null
  /** How the amount is changed; null where it cannot be. */
  readonly edit: {
    readonly label: string
    readonly amount: number
    readonly scale: number
    readonly onSave: (amount: number) => Promise<void>
  } | null
  readonly mark: ReactNode
}

/** One thing that a tier gives. */
export function TermRow({ name, value, only, edit, mark }: TermRowProps): ReactElement {
  const shown = value && <span className="draft-term-value">{value}</span>
  return (
    <li className="draft-term">
      {mark}
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
    </li>
  )
}
