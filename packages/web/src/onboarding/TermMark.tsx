import type { ReactElement } from 'react'

const PATHS = {
  charge: 'M8 3.5v9M3.5 8h9',
  yes: 'M3.5 8.5l3 3 6-7',
  credits: 'M8 2.5l1.6 3.7 3.9.4-2.9 2.6.8 3.9L8 11.1l-3.4 2 .8-3.9-2.9-2.6 3.9-.4z',
} as const

/** A small sign before what a tier gives. */
export const TermMark = ({ kind }: { readonly kind: keyof typeof PATHS }): ReactElement => (
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
