import type { EntitlementValue } from '@purser/contract/client'
import type { PortalClient } from '../client/createPortalClient.ts'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'
import type { EntitlementsBySlug } from './resolveEntitlement.ts'

/** The maximum of one request. */
const MAX_BATCH = 50

/** Either all entitlements from the shared cache, or a check with the server. */
export type EntitlementQuestion =
  | { readonly kind: 'all' }
  | { readonly kind: 'batch'; readonly slugs: readonly string[] }
  | {
      readonly kind: 'probe'
      readonly featureSlug: string
      readonly requestedUsage?: number | undefined
      readonly requestedValues?: readonly string[] | undefined
    }

/** Queries entitlements. Identical queries on a page share one request. */
export function useEntitlementQuery(
  question: EntitlementQuestion,
): QueryState & { readonly data: EntitlementsBySlug | undefined } {
  return useApiQuery<EntitlementsBySlug>({
    family: 'entitlements',
    key: [question],
    enabled: question.kind !== 'batch' || question.slugs.length > 0,
    load: (client) => ask(client, question),
  })
}

async function ask(
  client: PortalClient,
  question: EntitlementQuestion,
): Promise<EntitlementsBySlug> {
  const params = { customerId: await client.customerId() }
  if (question.kind === 'all') {
    const { data } = await client.request('listCustomerEntitlements', { params })
    return Object.fromEntries(data.map((value) => [value.featureSlug, value]))
  }
  if (question.kind === 'batch') {
    const parts = await Promise.all(
      inParts(question.slugs).map((featureSlugs) =>
        client.request('checkCustomerBatch', { params, body: { featureSlugs } }),
      ),
    )
    return Object.assign({}, ...parts) as Record<string, EntitlementValue>
  }
  const { kind: _kind, requestedValues, ...body } = question
  const value = await client.request('checkCustomer', {
    params,
    body: { ...body, ...(requestedValues && { requestedValues: [...requestedValues] }) },
  })
  return { [question.featureSlug]: value }
}

const inParts = (slugs: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(slugs.length / MAX_BATCH) }, (_, part) =>
    slugs.slice(part * MAX_BATCH, (part + 1) * MAX_BATCH),
  )
