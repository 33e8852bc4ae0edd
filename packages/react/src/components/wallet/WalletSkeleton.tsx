import type { ReactElement } from 'react'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** As high as a balance and its chart. */
export const WalletSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton width="45%" height="2.75rem" />
    <Skeleton width="60%" height="1.375rem" />
    <Skeleton height="165px" />
  </Loading>
)
