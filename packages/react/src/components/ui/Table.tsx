import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Loading, Skeleton } from './Loading.tsx'

interface TableProps {
  readonly caption: string
  /** Hides the caption visually if a title above says the same. */
  readonly isCaptionHidden?: boolean | undefined
  /** The row of headings. */
  readonly head: ReactNode
  readonly className?: string | undefined
  /** The rows. */
  readonly children: ReactNode
}

/** A table that scrolls horizontally on a narrow screen. */
export const Table = ({
  caption,
  isCaptionHidden = true,
  head,
  className,
  children,
}: TableProps): ReactElement => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
  <section className="purser-table-scroll" aria-label={caption} tabIndex={0}>
    <table className={classNames('purser-table', className)}>
      <caption className={isCaptionHidden ? 'purser-hidden' : undefined}>{caption}</caption>
      <thead>{head}</thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

/** A placeholder for a table with this many rows. */
export const TableSkeleton = ({ rows }: { readonly rows: number }): ReactElement => (
  <Loading>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <Skeleton key={row} height="2.75rem" />
    ))}
  </Loading>
)
