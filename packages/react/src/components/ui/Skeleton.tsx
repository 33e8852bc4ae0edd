import type { ReactElement } from 'react'

interface SkeletonProps {
  /** CSS lengths of what will stand there. */
  readonly width?: string | undefined
  readonly height?: string | undefined
}

/** Holds the place of what is being read. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps): ReactElement => (
  <span className="purser-skeleton" style={{ width, height }} aria-hidden="true" />
)
