import type { ReactElement, ReactNode } from 'react'
import { Brand } from './Brand.tsx'

/** The top of a page: whose it is, and the way out. */
export const PageHeader = ({ children }: { readonly children?: ReactNode }): ReactElement => (
  <header className="page-header">
    <Brand />
    {children}
  </header>
)
