import type { ReactElement, Ref } from 'react'

interface IconButtonProps {
  /** The action, for screen readers and as a tooltip. */
  readonly label: string
  /** The SVG path of the icon in a box of 16 by 16. */
  readonly path: string
  readonly onClick: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

export const IconButton = ({ label, path, onClick, ref }: IconButtonProps): ReactElement => (
  <button
    ref={ref}
    type="button"
    className="purser-icon-button inline-edit-open"
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  </button>
)
