import type { ReactNode } from 'react'

/** What a gate shows in place of its children. */
export interface GateSlots {
  /** Shown on denial; default null. */
  readonly noAccessComponent?: ReactNode
  /** Shown while it is not known yet; default null. */
  readonly loadingComponent?: ReactNode
}

/** Which of its slots a gate shows. */
export function chooseSlot(
  { noAccessComponent = null, loadingComponent = null }: GateSlots,
  { isLoading, isGranted }: { readonly isLoading: boolean; readonly isGranted: boolean },
  children: ReactNode,
): ReactNode {
  if (isLoading) return loadingComponent
  return isGranted ? children : noAccessComponent
}
