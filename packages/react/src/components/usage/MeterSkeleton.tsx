import type { ReactElement } from 'react'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** As high as a meter. */
export const MeterSkeleton = (): ReactElement => (
  <div className="purser purser-meter">
    <Loading>
      <Skeleton width="60%" height="1.375rem" />
      <Skeleton height="8px" />
      <Skeleton width="40%" height="1.1875rem" />
    </Loading>
  </div>
)
