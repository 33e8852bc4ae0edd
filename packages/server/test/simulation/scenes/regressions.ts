import type { Intent, Script } from '../script/script.ts'

/** The shortest versions of runs that once failed, as `npm run sim` has printed them. */
export const regressions: readonly { name: string; script: Script }[] = [
  {
    name: 'spends credits that were returned while the wallet is overdrawn',
    script: oneByOne('tokens', [
      { kind: 'attach', customer: 0, plan: 'pro', anchorShift: 0 },
      { kind: 'grant', customer: 0, currency: 'credits', amount: 10, reason: 'GRANT' },
      { kind: 'reserveAmount', customer: 0, currency: 'credits', amount: 10, expiresInSeconds: 60 },
      {
        kind: 'reserveFeature',
        customer: 0,
        featureSlug: 'llm',
        quantity: 100,
        properties: {},
        expiresInSeconds: 300,
      },
      { kind: 'release', customer: 0, pick: 8 },
      { kind: 'track', events: [{ customer: 0, eventName: 'completion' }] },
    ]),
  },
  {
    name: 'allows free usage of an overdrawn wallet',
    script: oneByOne('tokens', [
      { kind: 'attach', customer: 0, plan: 'pro', anchorShift: 0 },
      {
        kind: 'track',
        events: [{ customer: 0, eventName: 'page', quantity: 2 }],
      },
      { kind: 'check', customer: 0, featureSlug: 'pages', requestedUsage: 0 },
    ]),
  },
  {
    name: 'takes refunded credits from the grant that the payment bought',
    script: oneByOne('shop', [
      { kind: 'attachCard', customer: 0, behaviour: 'success', isDefault: true },
      { kind: 'topUp', customer: 0, currency: 'dollars', amount: 268 },
      { kind: 'topUp', customer: 0, currency: 'dollars', amount: 106 },
      { kind: 'refund', customer: 0, pick: 407 },
    ]),
  },
]

/** A script without concurrency. */
function oneByOne(catalog: Script['catalog'], intents: readonly Intent[]): Script {
  return {
    seed: 0,
    catalog,
    startsAt: '2026-01-15T12:00:00.000Z',
    customers: [{ timezone: 'UTC', bucket: 0 }],
    rounds: intents.map((intent) => ({ move: null, interleaving: 0, clients: [[intent]] })),
  }
}
