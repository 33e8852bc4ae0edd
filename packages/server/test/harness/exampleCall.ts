import type { Route } from '../../src/platform/http/routes.ts'
import type { Call } from './callApi.ts'

/**
 * A well-formed call of any endpoint, made from its schemas: path parameters that name nothing,
 * and a body only where one is taken. It need not succeed; it must get past decoding's first look.
 */
export function exampleCall({ endpoint }: Route): Call {
  const params = Object.fromEntries(
    Object.keys(endpoint.params?.shape ?? {}).map((name) => [
      name,
      name === 'customerId' ? 'own' : 'nothing-of-this-name',
    ]),
  )
  return { params, ...(endpoint.body && { body: {} }) }
}
