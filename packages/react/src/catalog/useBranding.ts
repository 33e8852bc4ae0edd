import type { OperationOutput } from '@purser/contract/client'
import { type QueryState, useApiQuery } from '../client/useApiQuery.ts'

type Branding = OperationOutput<'getBranding'>

/** The merchant's name, logo, website and appearance. */
export function useBranding(): QueryState & { readonly branding: Branding | null } {
  const { data, ...state } = useApiQuery({
    family: 'branding',
    audience: 'public',
    load: (client) => client.request('getBranding', {}),
  })
  return { branding: data ?? null, ...state }
}
