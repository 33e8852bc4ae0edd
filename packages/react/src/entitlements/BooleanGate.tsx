import type { ReactNode } from 'react'
import { chooseSlot, type GateSlots } from './chooseSlot.ts'
import { useBooleanEntitlement } from './useBooleanEntitlement.ts'

export interface BooleanGateProps extends GateSlots {
  readonly slug: string
  readonly children?: ReactNode
}

/** Shows its children to customers who have the feature. */
export function BooleanGate({ slug, children, ...slots }: BooleanGateProps): ReactNode {
  const { access, isLoading } = useBooleanEntitlement(slug)
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}
