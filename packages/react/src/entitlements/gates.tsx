import type { ReactNode } from 'react'
import { useBooleanEntitlement } from './useBooleanEntitlement.ts'
import { useConfigEntitlement } from './useConfigEntitlement.ts'
import { useCreditEntitlement } from './useCreditEntitlement.ts'
import { useEnumEntitlement } from './useEnumEntitlement.ts'
import { useMeteredEntitlement } from './useMeteredEntitlement.ts'

export interface BooleanGateProps extends GateSlots {
  readonly slug: string
  readonly children?: ReactNode
}

/** Shows its children to customers who have the feature. */
export function BooleanGate({ slug, children, ...slots }: BooleanGateProps): ReactNode {
  const { access, isLoading } = useBooleanEntitlement(slug)
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}

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

/** What a gate shows in place of its children. */
interface GateSlots {
  /** Shown on denial; default null. */
  readonly noAccessComponent?: ReactNode
  /** Shown while it is not known yet; default null. */
  readonly loadingComponent?: ReactNode
}

/** Which of its slots a gate shows. */
function chooseSlot(
  { noAccessComponent = null, loadingComponent = null }: GateSlots,
  { isLoading, isGranted }: { readonly isLoading: boolean; readonly isGranted: boolean },
  children: ReactNode,
): ReactNode {
  if (isLoading) return loadingComponent
  return isGranted ? children : noAccessComponent
}
