import type { ReactElement } from 'react'
import { Loading } from './Loading.tsx'
import { Skeleton } from './Skeleton.tsx'

/** As high as a table of so many rows. */
export const TableSkeleton = ({ rows }: { readonly rows: number }): ReactElement => (
  <Loading>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <Skeleton key={row} height="2.75rem" />
    ))}
  </Loading>
)
