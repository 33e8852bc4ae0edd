import type { MutationState } from '../client/useApiMutation.ts'
import { type Settle, type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export interface BuyCreditPackageInput {
  readonly creditPackageId: string
  /** Shows the payment form even when a method is on file. */
  readonly forceForm?: boolean | undefined
}

/** Buys a credit package. */
export function useBuyCreditPackage(
  callbacks: SettlementCallbacks = {},
): MutationState & { readonly buyCreditPackage: Settle<BuyCreditPackageInput> } {
  const { settle: buyCreditPackage, ...state } = useSettlement(
    'buyCreditPackage',
    (client, { creditPackageId: id, ...body }: BuyCreditPackageInput, options) =>
      client.request('buyCreditPackage', { params: { id }, body }, options),
    callbacks,
  )
  return { buyCreditPackage, ...state }
}
