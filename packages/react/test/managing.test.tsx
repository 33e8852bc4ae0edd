import { act, cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  PmInUseError,
  useAutoTopUp,
  useCancelSubscription,
  usePaymentMethodDependencies,
  usePaymentMethods,
  useReplacePaymentMethod,
  useResumeSubscription,
  useSubscriptions,
} from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'

let bench: PortalBench
beforeAll(async () => {
  bench = await startPortalBench()
})
afterEach(() => {
  cleanup()
  bench.requests.length = 0
})
afterAll(() => bench.stop())

let customers = 0
const signUp = (options?: Parameters<PortalBench['signUp']>[1]) => {
  customers += 1
  return bench.signUp(`customer-${customers}`, options)
}

describe('payment methods', () => {
  it('can be made the default, replaced when in use, and detached', async () => {
    const token = await signUp({ planId: 'pro' })
    const customerId = `customer-${customers}`
    const body = { customerId, behaviour: 'success', isDefault: false }
    await bench.app.ok('attachSandboxPaymentMethod', { body })
    const { result } = bench.hook(
      () => {
        const methods = usePaymentMethods()
        const used = methods.paymentMethods.find(({ isDefault }) => isDefault)?.id ?? null
        return {
          ...methods,
          used,
          spare: methods.paymentMethods.find(({ isDefault }) => !isDefault)?.id ?? '',
          needs: usePaymentMethodDependencies(used),
          off: usePaymentMethodDependencies(used, { enabled: false }),
          ...useReplacePaymentMethodOnly(),
        }
      },
      { token },
    )
    expect(result.current.needs).toMatchObject({ dependencies: null, isLoading: false })
    await waitFor(() => expect(result.current.paymentMethods).toHaveLength(2))
    await waitFor(() => expect(result.current.needs.dependencies?.blocksDetach).toBe(true))
    expect(result.current.needs.dependencies?.activeSubscriptions).toHaveLength(1)
    expect(result.current.off.dependencies).toEqual(result.current.needs.dependencies)
    expect(bench.asked(/dependencies/)).toHaveLength(1)

    const used = result.current.used ?? ''
    const spare = result.current.spare
    const refused = await act(() => result.current.detach(used).catch((error: unknown) => error))
    expect(refused).toBeInstanceOf(PmInUseError)
    expect(refused).toMatchObject({
      code: 'pm_in_use',
      status: 409,
      details: { paymentMethodId: used, activeSubscriptionIds: [expect.any(String)] },
    })
    await waitFor(() => expect(result.current.error).toBeInstanceOf(PmInUseError))
    act(() => result.current.reset())

    const replaced = await act(() =>
      result.current.replacePaymentMethod({ oldPaymentMethodId: used, newPaymentMethodId: spare }),
    )
    expect(replaced).toMatchObject({ becameDefault: true, clearedOldDefault: true })
    await waitFor(() => expect(result.current.paymentMethods.map(({ id }) => id)).toEqual([spare]))

    await bench.app.ok('attachSandboxPaymentMethod', { body })
    await act(() => result.current.setDefault(spare))
    await waitFor(() => expect(result.current.paymentMethods).toHaveLength(2))
    await act(() => result.current.detach(result.current.spare))
    await waitFor(() => expect(result.current.paymentMethods).toHaveLength(1))
    expect(result.current).toMatchObject({ isPending: false, error: null })
  })
})

/** Without its state, which would hide that of the other hook. */
function useReplacePaymentMethodOnly() {
  const { replacePaymentMethod } = useReplacePaymentMethod()
  return { replacePaymentMethod }
}

describe('auto-top-up', () => {
  it('can be set, saved as disabled and turned off, and keeps its settings', async () => {
    const { result } = bench.hook(() => useAutoTopUp('prepaid'), { token: await signUp() })
    expect(result.current).toMatchObject({ rule: null, runtime: null, isLoading: true })
    await waitFor(() => expect(result.current.denomination).toBe('usd'))
    expect(result.current).toMatchObject({
      rule: null,
      runtime: null,
      currency: { slug: 'prepaid', minorUnitScale: 2 },
      error: null,
    })
    const rule = { mode: 'amount', topupAmount: 5_000, threshold: 500 } as const
    const set = await act(() => result.current.set({ ...rule, enabled: false }))
    expect(set).toMatchObject({ enabled: false, amount: 5_000, monthlyChargeLimit: null })
    await waitFor(() => expect(result.current.rule?.enabled).toBe(false))
    await act(() => result.current.set({ ...rule, monthlyChargeLimit: 20_000 }))
    await waitFor(() =>
      expect(result.current).toMatchObject({
        rule: { enabled: true, threshold: 500, packageId: null, monthlyChargeLimit: 20_000 },
        runtime: { consecutiveFailures: 0 },
        effectiveFundingMethod: 'charge_automatically',
      }),
    )
    expect(await act(() => result.current.disable())).toBeUndefined()
    await waitFor(() =>
      expect(result.current.rule).toMatchObject({ enabled: false, amount: 5_000 }),
    )
    const wrong = { mode: 'package', creditPackageId: 'pack', threshold: 1 } as const
    await act(async () => {
      await expect(result.current.set(wrong)).rejects.toMatchObject({
        code: 'auto_topup_mode_mismatch',
      })
    })
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 422 }))
  })
})

describe('a subscription', () => {
  it('can be canceled at the end of its period, and resumed', async () => {
    const { result } = bench.hook(
      () => ({
        subscription: useSubscriptions().subscriptions[0],
        cancel: useCancelSubscription(),
        resume: useResumeSubscription(),
      }),
      { token: await signUp({ planId: 'pro' }) },
    )
    await waitFor(() => expect(result.current.subscription?.status).toBe('active'))
    const subscriptionId = result.current.subscription?.id ?? ''
    await act(() => result.current.cancel.cancelSubscription({ subscriptionId }))
    await waitFor(() => expect(result.current.subscription?.cancelAt).not.toBeNull())
    await act(() => result.current.resume.resumeSubscription({ subscriptionId }))
    await waitFor(() => expect(result.current.subscription?.cancelAt).toBeNull())
    await act(() => result.current.cancel.cancelSubscription({ subscriptionId, when: 'now' }))
    await waitFor(() => expect(result.current.subscription?.status).toBe('canceled'))
  })
})
