import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { classNames } from './classNames.ts'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'secondary' | 'plain' | 'danger' | undefined
  /** The action is in progress. The button stays in place and does nothing. */
  readonly isBusy?: boolean | undefined
}

/** A button that keeps the focus while it is busy. */
export function Button({
  variant = 'secondary',
  isBusy = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={type}
      className={classNames('purser-button', `purser-button-${variant}`, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className="purser-spinner" aria-hidden="true" />}
      <span className="purser-button-label">{children}</span>
    </button>
  )
}
