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

/** Shows its children if the customer has the feature. */
export function BooleanGate({ slug, children, ...slots }: BooleanGateProps): ReactNode {
  const { access, isLoading } = useBooleanEntitlement(slug)
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}

export interface MeteredGateProps extends GateSlots {
  readonly slug: string
  /** Number of units that must be available; checked with the server. */
  readonly requestedUsage?: number | undefined
  readonly children?: ReactNode
}

/** Shows its children while the customer can consume the requested units in this period. */
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

/** Shows its children while the wallet of the feature has enough credits. */
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

/** Renders the value of the feature with its function. */
export function ConfigGate({ slug, children, ...slots }: ConfigGateProps): ReactNode {
  const { access, value, isLoading } = useConfigEntitlement(slug)
  const isGranted = access && value !== null
  return chooseSlot(slots, { isLoading, isGranted }, isGranted ? children(value) : null)
}

export interface EnumGateProps extends GateSlots {
  readonly slug: string
  /** All of these values must be allowed; checked with the server. */
  readonly requestedValues?: readonly string[] | undefined
  readonly children?: ReactNode
}

/** Shows its children if the customer may choose the requested values. */
export function EnumGate({ slug, requestedValues, children, ...slots }: EnumGateProps): ReactNode {
  const { access, isLoading } = useEnumEntitlement(slug, { requestedValues })
  return chooseSlot(slots, { isLoading, isGranted: access }, children)
}

/** Content that a gate shows instead of its children. */
interface GateSlots {
  /** Shown on denial; default null. */
  readonly noAccessComponent?: ReactNode
  /** Shown while loading; default null. */
  readonly loadingComponent?: ReactNode
}

function chooseSlot(
  { noAccessComponent = null, loadingComponent = null }: GateSlots,
  { isLoading, isGranted }: { readonly isLoading: boolean; readonly isGranted: boolean },
  children: ReactNode,
): ReactNode {
  if (isLoading) return loadingComponent
  return isGranted ? children : noAccessComponent
}
