import type { ReactNode } from 'react'
import { chooseSlot, type GateSlots } from './chooseSlot.ts'
import { useMeteredEntitlement } from './useMeteredEntitlement.ts'

export interface MeteredGateProps extends GateSlots {
  readonly slug: string
  /** How many units must still be free; asked live. */
  readonly requestedUsage?: number | undefined
  readonly children?: ReactNode
}

/** Shows its children while so many units could still be consumed this period. */
export function MeteredGate({
  slug,
  requestedUsage,
  children,
  ...slots
}: MeteredGateProps): ReactNode {
  const { access, isLoading } = useMeteredEntitlement(slug, { requestedUsage })
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}
