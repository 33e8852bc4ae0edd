import type { ReactElement } from 'react'

interface MarkProps {
  readonly kind: 'yes' | 'no'
  /** Meaning for screen readers. Omit it if text beside the mark says the same. */
  readonly label?: string | undefined
}

/** A tick or a dash. */
export const Mark = ({ kind, label }: MarkProps): ReactElement => (
  <span className={`purser-mark purser-mark-${kind}`}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={kind === 'yes' ? 'M3.5 8.5l3 3 6-7' : 'M4.5 8h7'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    {label && <span className="purser-hidden">{label}</span>}
  </span>
)
