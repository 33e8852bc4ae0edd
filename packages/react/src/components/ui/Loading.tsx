import type { ReactElement, ReactNode } from 'react'
import { useWords } from '../theme/ThemeContext.ts'

/** Says that something is being read; skeletons of its size stand inside. */
export function Loading({ children }: { readonly children: ReactNode }): ReactElement {
  const { common } = useWords()
  return (
    <div className="purser-loading" aria-busy="true">
      <span className="purser-hidden" role="status">
        {common.loading}
      </span>
      {children}
    </div>
  )
}

interface SkeletonProps {
  /** CSS lengths of what will stand there. */
  readonly width?: string | undefined
  readonly height?: string | undefined
}

/** Holds the place of what is being read. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps): ReactElement => (
  <span className="purser-skeleton" style={{ width, height }} aria-hidden="true" />
)
