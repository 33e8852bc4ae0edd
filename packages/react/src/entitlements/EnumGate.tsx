import type { ReactNode } from 'react'
import { chooseSlot, type GateSlots } from './chooseSlot.ts'
import { useEnumEntitlement } from './useEnumEntitlement.ts'

export interface EnumGateProps extends GateSlots {
  readonly slug: string
  /** All of them must be allowed; asked live. */
  readonly requestedValues?: readonly string[] | undefined
  readonly children?: ReactNode
}

/** Shows its children to customers who may choose the values asked for. */
export function EnumGate({ slug, requestedValues, children, ...slots }: EnumGateProps): ReactNode {
  const { access, isLoading } = useEnumEntitlement(slug, { requestedValues })
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}
