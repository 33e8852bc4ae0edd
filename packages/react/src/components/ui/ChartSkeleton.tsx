import type { ReactElement } from 'react'
import { Loading } from './Loading.tsx'
import { Skeleton } from './Skeleton.tsx'

/** As high as a line of text and a chart. */
export const ChartSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton width="40%" height="1.375rem" />
    <Skeleton height="165px" />
  </Loading>
)
