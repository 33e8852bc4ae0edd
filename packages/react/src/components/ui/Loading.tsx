import type { ReactElement, ReactNode } from 'react'
import { useWords } from '../theme/ThemeContext.ts'

/** Announces that data is loading. Contains skeletons of the same size. */
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
  /** CSS lengths of the content. */
  readonly width?: string | undefined
  readonly height?: string | undefined
}

/** A placeholder for content that is loading. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps): ReactElement => (
  <span className="purser-skeleton" style={{ width, height }} aria-hidden="true" />
)
