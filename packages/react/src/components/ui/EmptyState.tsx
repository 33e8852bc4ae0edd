import type { ReactElement, ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** The next step, in one sentence. */
  readonly children?: ReactNode
  /** A button for the next step. */
  readonly action?: ReactNode
}

/** Shown while there is no data. */
export const EmptyState = ({ title, children, action }: EmptyStateProps): ReactElement => (
  <div className="purser-empty">
    <p className="purser-empty-title">{title}</p>
    {children && <p className="purser-empty-text">{children}</p>}
    {action && <div className="purser-empty-action">{action}</div>}
  </div>
)
