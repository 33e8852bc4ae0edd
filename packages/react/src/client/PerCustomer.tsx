import { Fragment, type ReactElement, type ReactNode } from 'react'
import { usePurserContext } from './PurserContext.ts'

/** Discards the state of its children, such as an open form, when another customer signs in. */
export function PerCustomer({ children }: { readonly children: ReactNode }): ReactElement {
  const { scope } = usePurserContext()
  return <Fragment key={scope}>{children}</Fragment>
}
