import type { ReactElement } from 'react'
import { InlineEdit } from './InlineEdit.tsx'
import { parseAmount } from './parseAmount.ts'
import { printAmount } from './printAmount.ts'
import { TermMark } from './TermMark.tsx'
import type { Shared } from './tierTerms.ts'

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
