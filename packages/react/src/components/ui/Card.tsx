import { type ReactElement, type ReactNode, useId } from 'react'
import { classNames } from './classNames.ts'

interface CardProps {
  readonly title: string
  /** Beside the title, such as a badge or a button. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** The frame of a component. */
export function Card({ title, actions, className, children }: CardProps): ReactElement {
  const titleId = useId()
  return (
    <section className={classNames('purser purser-card', className)} aria-labelledby={titleId}>
      <header className="purser-card-header">
        <h2 id={titleId} className="purser-card-title">
          {title}
        </h2>
        {actions && <div className="purser-card-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
