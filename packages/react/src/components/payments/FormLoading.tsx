import type { ReactElement } from 'react'
import { Loading } from '../ui/Loading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Where a card form is about to stand. */
export const FormLoading = (): ReactElement => (
  <Loading>
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
  </Loading>
)
