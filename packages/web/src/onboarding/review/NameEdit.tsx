import type { ReactElement, ReactNode } from 'react'
import { InlineEdit } from './InlineEdit.tsx'

interface NameEditProps {
  /** Whose name it is: `the tier “Pro”`. */
  readonly of: string
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly children: ReactNode
}

/** A name that can be changed where it stands. */
export const NameEdit = ({ of, name, onSave, children }: NameEditProps): ReactElement => (
  <InlineEdit
    label={`the name of ${of}`}
    text={name}
    parse={parseName}
    hint="Enter a name of at most 200 letters."
    onSave={onSave}
  >
    {children}
  </InlineEdit>
)

/** The longest name that the catalog takes. */
const MAX_NAME = 200

/** A name as it was typed, or null when it is none. */
function parseName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || name.length > MAX_NAME ? null : name
}
