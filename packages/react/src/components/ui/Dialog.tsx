import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { classNames } from './classNames.ts'

interface DialogProps {
  readonly title: string
  /** Called when the dialog closes: by its button, Escape or a click outside. */
  readonly onClose: () => void
  readonly size?: 'small' | 'medium' | 'large' | undefined
  /** Content of the footer: buttons, the main one last. */
  readonly footer?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}

// React warns about layout effects on a server, where nothing is shown anyway.
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** A modal dialog that is open while it is rendered. Returns the focus when it closes. */
export function Dialog({
  title,
  onClose,
  size = 'medium',
  footer,
  className,
  children,
}: DialogProps): ReactElement {
  const { common } = useWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useBrowserEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    element.focus()
    const closeFromBackdrop = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('mousedown', closeFromBackdrop)
    return () => {
      element.removeEventListener('mousedown', closeFromBackdrop)
      // Closed while it is still in the document, so that the focus returns.
      element.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames('purser purser-dialog', `purser-dialog-${size}`, className)}
      onClose={(event) => {
        // Ignores events of nested dialogs, and an event from before this dialog was reopened.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      <div className="purser-dialog-body">
        <header className="purser-dialog-header">
          <h2 id={titleId} className="purser-dialog-title">
            {title}
          </h2>
          <button
            type="button"
            className="purser-icon-button"
            aria-label={common.close}
            onClick={() => dialog.current?.close()}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.5" fill="none" />
            </svg>
          </button>
        </header>
        <div className="purser-dialog-content">{children}</div>
        {footer && <footer className="purser-dialog-footer">{footer}</footer>}
      </div>
    </dialog>
  )
}
