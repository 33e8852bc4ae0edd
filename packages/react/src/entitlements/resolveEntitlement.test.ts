import type { EntitlementValue } from '@purser/contract/client'
import { describe, expect, test } from 'vitest'
import { resolveEntitlement } from './resolveEntitlement.ts'

const granted: EntitlementValue = { type: 'boolean', access: true }
const denied = (deniedReason: EntitlementValue['deniedReason']): EntitlementValue => ({
  type: 'boolean',
  access: false,
  deniedReason,
})
const fallback: EntitlementValue = { type: 'boolean', access: true, featureSlug: 'guess' }

describe('resolveEntitlement', () => {
  test('prefers a known value to the fallback', () => {
    expect(resolveEntitlement({ a: granted }, 'a', denied('not_loaded'))).toEqual({
      entitlement: granted,
      isFallback: false,
      deniedReason: null,
    })
  })

  test.each([
    ['nothing is loaded', undefined],
    ['there is no such entitlement', {}],
    ['the feature is not in the plan', { a: denied('no_entitlement') }],
    ['there is no subscription', { a: denied('no_active_subscription') }],
  ])('uses the fallback if %s', (_when, values) => {
    expect(resolveEntitlement(values, 'a', fallback)).toEqual({
      entitlement: fallback,
      isFallback: true,
      deniedReason: null,
    })
  })

  test.each(['usage_exceeded', 'credit_exhausted'] as const)(
    'denies a customer who has used everything, even with a fallback: %s',
    (reason) => {
      expect(resolveEntitlement({ a: denied(reason) }, 'a', fallback)).toEqual({
        entitlement: denied(reason),
        isFallback: false,
        deniedReason: reason,
      })
    },
  )

  test('denies a customer who may choose only other values, even with a fallback', () => {
    const others: EntitlementValue = {
      type: 'enum',
      access: false,
      deniedReason: 'no_entitlement',
      enumValues: ['small'],
    }
    expect(resolveEntitlement({ a: others }, 'a', fallback)).toMatchObject({
      entitlement: others,
      isFallback: false,
    })
  })

  test.each([
    [undefined, 'not_loaded'],
    [{}, 'no_entitlement'],
    [{ a: denied('no_active_subscription') }, 'no_active_subscription'],
  ] as const)('denies %j as %s without a fallback', (values, reason) => {
    expect(resolveEntitlement(values, 'a', undefined)).toMatchObject({
      isFallback: false,
      deniedReason: reason,
    })
  })

  test('ignores properties that every object has', () => {
    expect(resolveEntitlement({}, 'constructor', undefined).entitlement).toBeNull()
  })
})
