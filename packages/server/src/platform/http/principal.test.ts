import type { Caller } from '@purser/contract'
import { describe, expect, it } from 'vitest'
import { PurserError } from '../../kernel/errors.ts'
import {
  authorize,
  callerOf,
  holdToOwnCustomer,
  holdToOwnPage,
  nameOfPrincipal,
  ownerOf,
  type Principal,
} from './principal.ts'

const tenancy = { organizationId: 'org_1', environmentId: 'env_1', environment: 'sandbox' } as const
const principals: Record<Exclude<Caller, 'anyone'>, Principal> = {
  full: { ...tenancy, kind: 'secret', scope: 'full', keyId: 'key_full' },
  read: { ...tenancy, kind: 'secret', scope: 'read', keyId: 'key_read' },
  runtime: { ...tenancy, kind: 'secret', scope: 'runtime', keyId: 'key_runtime' },
  publishable: { ...tenancy, kind: 'publishable', keyId: 'key_publishable' },
  portal: { ...tenancy, kind: 'portal', customerId: 'cus_1' },
  page: {
    ...tenancy,
    kind: 'page',
    customerId: 'cus_1',
    page: { kind: 'invoice', id: 'inv_1' },
  },
}
const callers = Object.keys(principals) as (keyof typeof principals)[]

const statusOf = (work: () => void): number => {
  try {
    work()
    return 200
  } catch (error) {
    if (error instanceof PurserError) return error.status
    throw error
  }
}

describe('authorizing a caller', () => {
  const everyList = Array.from({ length: 2 ** callers.length }, (_, bits) =>
    callers.filter((_caller, index) => bits & (1 << index)),
  )

  it('admits exactly the callers of the endpoint, for every caller and every list', () => {
    for (const list of everyList) {
      for (const caller of callers) {
        const expected = list.includes(caller) ? 200 : 403
        expect(
          statusOf(() => authorize(principals[caller], list)),
          `${caller} at [${list}]`,
        ).toBe(expected)
      }
      expect(
        statusOf(() => authorize(null, list)),
        `nobody at [${list}]`,
      ).toBe(401)
    }
  })

  it('admits anyone if anyone may call', () => {
    for (const principal of [null, ...Object.values(principals)]) {
      expect(statusOf(() => authorize(principal, ['anyone']))).toBe(200)
    }
  })

  it.each([
    ['read', 'A secret key restricted to "read" may not do this. Call it from your server'],
    ['runtime', 'A secret key restricted to "runtime" may not do this.'],
    ['publishable', 'A publishable key may not do this.'],
    ['portal', 'A portal token may not do this.'],
    ['page', 'The token of an invoice page may not do this.'],
  ] as const)(
    'tells a %s caller the kind of its credential and the next step',
    (caller, message) => {
      expect(() => authorize(principals[caller], ['full'])).toThrow(message)
    },
  )

  it.each([
    [['full'], 'Call it from your server with a secret key of scope "full".'],
    [
      ['full', 'runtime'],
      'Call it from your server with a secret key of scope "full" or "runtime".',
    ],
    [
      ['full', 'read', 'portal'],
      'Call it from your server with a secret key of scope "full" or "read".',
    ],
    [['page'], "Call it from a customer's browser with a page token or a portal token."],
  ] as const)('names the credentials that an endpoint for %j accepts', (list, message) => {
    expect(() => authorize(principals.publishable, list)).toThrow(
      `A publishable key may not do this. ${message}`,
    )
  })

  it('identifies each principal by its caller and its name', () => {
    for (const caller of callers) expect(callerOf(principals[caller])).toBe(caller)
    expect(nameOfPrincipal(principals.portal)).toBe('portal:cus_1')
    expect(new Set(Object.values(principals).map(nameOfPrincipal)).size).toBe(callers.length)
  })
})

describe("a customer's token", () => {
  it.each([
    [{ customerId: 'cus_1' }, 200],
    [{ customerId: 'cus_2' }, 403],
    [{ customerId: 'CUS_1' }, 403],
    [{ customerId: '' }, 403],
    [{ customerId: null }, 403],
    [{ customerId: ['cus_1'] }, 403],
    [{}, 200],
    [null, 200],
    ['cus_2', 200],
    [undefined, 200],
  ])('with %j in the request gets the status %i', (part, status) => {
    for (const token of [principals.portal, principals.page]) {
      expect(statusOf(() => holdToOwnCustomer(token, part))).toBe(status)
      expect(statusOf(() => holdToOwnCustomer(token, {}, undefined, part))).toBe(status)
    }
  })

  it('is the only caller that is limited to one customer', () => {
    for (const caller of callers.filter((name) => name !== 'portal' && name !== 'page')) {
      holdToOwnCustomer(principals[caller], { customerId: 'cus_2' })
      expect(ownerOf(principals[caller])).toBeNull()
    }
    expect([ownerOf(principals.portal), ownerOf(principals.page)]).toEqual(['cus_1', 'cus_1'])
    holdToOwnCustomer(null, { customerId: 'cus_2' })
  })
})

describe('a page token', () => {
  it.each([
    [{ kind: 'invoice', id: 'inv_1' }, 200],
    [{ kind: 'invoice', id: 'inv_2' }, 404],
    [{ kind: 'checkout', id: 'inv_1' }, 404],
  ] as const)('for the page %j gets the status %i', (page, status) => {
    expect(statusOf(() => holdToOwnPage(principals.page, page))).toBe(status)
    for (const caller of callers.filter((name) => name !== 'page')) {
      holdToOwnPage(principals[caller], page)
    }
  })
})
