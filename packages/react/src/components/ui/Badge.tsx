import type { ReactElement, ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'negative'

interface BadgeProps {
  readonly tone?: Tone | undefined
  readonly children: ReactNode
}

/** A status label. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps): ReactElement => (
  <span className={`purser-badge purser-badge-${tone}`}>{children}</span>
)
