import type { ReactElement, ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** The next step, in a sentence. */
  readonly children?: ReactNode
  /** The next step, to press. */
  readonly action?: ReactNode
}

/** Where nothing is yet. */
export const EmptyState = ({ title, children, action }: EmptyStateProps): ReactElement => (
  <div className="purser-empty">
    <p className="purser-empty-title">{title}</p>
    {children && <p className="purser-empty-text">{children}</p>}
    {action && <div className="purser-empty-action">{action}</div>}
  </div>
)
