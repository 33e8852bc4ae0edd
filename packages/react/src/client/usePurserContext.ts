import { useContext } from 'react'
import { PurserContext, type PurserContextValue } from './PurserContext.ts'

/** What the provider gives to every hook. */
export function usePurserContext(): PurserContextValue {
  const context = useContext(PurserContext)
  if (context === null) {
    throw new Error(
      'There is no <PurserProvider> above this component. Wrap the app in <PurserProvider token={…}>.',
    )
  }
  return context
}
