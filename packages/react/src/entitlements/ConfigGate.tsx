import type { ReactNode } from 'react'
import { chooseSlot, type GateSlots } from './chooseSlot.ts'
import { useConfigEntitlement } from './useConfigEntitlement.ts'

export interface ConfigGateProps extends GateSlots {
  readonly slug: string
  readonly children: (value: number | string) => ReactNode
}

/** Shows what its function makes of the feature's value. */
export function ConfigGate({ slug, children, ...slots }: ConfigGateProps): ReactNode {
  const { access, value, isLoading } = useConfigEntitlement(slug)
  const isGranted = access && value !== null
  return chooseSlot(slots, { isLoading, isGranted }, isGranted ? children(value) : null)
}
