import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface NoticeProps {
  readonly kind: 'error' | 'info' | 'success'
  /** An action, such as a button. */
  readonly action?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A message to the customer that screen readers announce. */
export const Notice = ({ kind, action, className, children }: NoticeProps): ReactElement => (
  <div
    className={classNames('purser-notice', `purser-notice-${kind}`, className)}
    role={kind === 'error' ? 'alert' : 'status'}
  >
    <NoticeIcon kind={kind} />
    <div className="purser-notice-text">{children}</div>
    {action && <div className="purser-notice-action">{action}</div>}
  </div>
)

const PATHS = {
  error: 'M8 4.5v4M8 11v.5',
  info: 'M8 7.5v4M8 4.5V5',
  success: 'M5 8.2l2.1 2.1L11 6.2',
} as const

const NoticeIcon = ({ kind }: Pick<NoticeProps, 'kind'>): ReactElement => (
  <svg className="purser-notice-icon" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <path d={PATHS[kind]} fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
)
