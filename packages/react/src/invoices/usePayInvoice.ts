import type { BodyInput } from '@purser/contract/client'
import type { MutationState } from '../client/useApiMutation.ts'
import { type Settle, type SettlementCallbacks, useSettlement } from '../client/useSettlement.ts'

export type PayInvoiceInput = NonNullable<BodyInput<'payInvoice'>> & {
  readonly invoiceId: string
}

/** Pays an open invoice. */
export function usePayInvoice(
  callbacks: SettlementCallbacks = {},
): MutationState & { readonly payInvoice: Settle<PayInvoiceInput> } {
  const { settle: payInvoice, ...state } = useSettlement(
    'payInvoice',
    (client, { invoiceId: id, ...body }: PayInvoiceInput, options) =>
      client.request('payInvoice', { params: { id }, body }, options),
    callbacks,
  )
  return { payInvoice, ...state }
}
