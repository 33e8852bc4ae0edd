import type { ReactElement, ReactNode } from 'react'

interface NoticeProps {
  readonly kind: 'error' | 'info' | 'success'
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A message that screen readers announce when it appears. */
export const Notice = ({ kind, action, children }: NoticeProps): ReactElement => (
  <div
    className={`purser-notice purser-notice-${kind}`}
    role={kind === 'error' ? 'alert' : 'status'}
  >
    <div className="purser-notice-text">{children}</div>
    {action}
  </div>
)
