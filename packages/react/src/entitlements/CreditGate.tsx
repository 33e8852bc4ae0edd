import type { ReactNode } from 'react'
import { chooseSlot, type GateSlots } from './chooseSlot.ts'
import { useCreditEntitlement } from './useCreditEntitlement.ts'

export interface CreditGateProps extends GateSlots {
  readonly slug: string
  /** Default 1. */
  readonly requiredBalance?: number | undefined
  readonly children?: ReactNode
}

/** Shows its children while the wallet behind the feature holds enough. */
export function CreditGate({
  slug,
  requiredBalance = 1,
  children,
  ...slots
}: CreditGateProps): ReactNode {
  const { access, creditBalance, isLoading } = useCreditEntitlement(slug)
  const isGranted = access && creditBalance >= requiredBalance
  return chooseSlot(slots, { isLoading, isGranted }, children)
}
