import type { ReactElement, ReactNode } from 'react'
import { useWords } from '../theme/useWords.ts'

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
