import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import type { PaymentProvider } from '../../../provider.ts'
import { answerOnce } from '../answerOnce.ts'
import { recordEvent } from '../events/recordEvent.ts'
import { withFault } from '../faults/withFault.ts'
import { insertIntent } from '../payments/intents.sql.ts'
import { clientOf, providerMethodOf } from '../payments/paymentOutcome.ts'
import type { Sandbox } from '../sandbox.ts'
import { sandboxId } from '../sandboxId.ts'
import {
  ensureCustomer,
  findSandboxMethod,
  lockSandboxMethod,
  markSandboxMethodDetached,
} from './methods.sql.ts'

type Methods = Pick<
  PaymentProvider,
  'ensureCustomer' | 'startSetup' | 'lookUpMethod' | 'detachMethod'
>

export const sandboxMethods = (sandbox: Sandbox): Methods => {
  const { db, environmentId, clock } = sandbox
  return {
    ensureCustomer: (customer) =>
      ensureCustomer(db, environmentId, sandboxId('customer'), customer, clock.now()),

    startSetup: async ({ setupId, providerCustomerId, uiMode, successUrl, cancelUrl }) => {
      const { id } = await answerOnce(
        sandbox,
        {
          operation: 'setup',
          key: setupId,
          ownerId: providerCustomerId,
          parameters: [providerCustomerId, uiMode, successUrl, cancelUrl],
        },
        async (tx, now) => {
          const id = sandboxId('setup')
          await insertIntent(tx, {
            environmentId,
            id,
            kind: 'setup',
            flow: 'form',
            ownerId: providerCustomerId,
            requestKey: setupId,
            status: 'requires_method',
            methodId: null,
            card: null,
            amount: null,
            currency: null,
            description: null,
            error: null,
            successUrl,
            cancelUrl,
            createdAt: now,
          })
          return { answer: { id }, events: [] }
        },
      )
      return clientOf(sandbox, id, uiMode)
    },

    lookUpMethod: async (providerMethodId) => {
      const found = await findSandboxMethod(db, environmentId, providerMethodId)
      return withFault(sandbox, 'lookup', found?.ownerId ?? null, async () => {
        const method = await findSandboxMethod(db, environmentId, providerMethodId)
        return { answer: method && providerMethodOf(method), events: [] }
      })
    },

    detachMethod: async (providerMethodId) => {
      const found = await findSandboxMethod(db, environmentId, providerMethodId)
      if (!found) return
      await withFault(sandbox, 'setup', found.ownerId, () =>
        withTransaction(db, async (tx) => {
          const now = clock.now()
          const method = await lockSandboxMethod(tx, environmentId, providerMethodId)
          if (!method || method.isDetached) return { answer: undefined, events: [] }
          await markSandboxMethodDetached(tx, method, now)
          const event = await recordEvent(tx, {
            environmentId,
            ownerId: method.ownerId,
            type: 'payment_method.detached',
            data: { id: method.id, requestKey: null },
            now,
          })
          return { answer: undefined, events: [event] }
        }),
      )
    },
  }
}
