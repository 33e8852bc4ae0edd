import type { OnboardingEvent, OnboardingRun } from '@purser/contract/client'
import { expect, test } from 'vitest'
import { noProgress, reduceRun } from './reduceRun.ts'

const pro = { kind: 'tier', name: 'Pro', confidence: 0.9, evidence: 'Pro' } as const
const plan = { ...pro, kind: 'plan' } as const
const EVENTS: OnboardingEvent[] = [
  { event: 'status', data: { id: 'run_1', status: 'creating' } },
  { event: 'found', data: pro },
  { event: 'found', data: pro },
  { event: 'found', data: plan },
  { event: 'created', data: { ...plan, id: 'plan_1', slug: 'pro' } },
  { event: 'created', data: { ...pro, id: 'tier_1', slug: 'pro' } },
  { event: 'failed', data: { kind: 'tier', name: 'Pro', error: 'already exists' } },
  {
    event: 'skipped',
    data: { ...plan, name: 'Team', id: null, slug: null, reason: 'has no price' },
  },
]

test('reduceRun replaces each finding once with its outcome', () => {
  const progress = EVENTS.reduce(reduceRun, noProgress)
  expect(progress).toMatchObject({ id: 'run_1', status: 'creating', run: null })
  expect(progress.findings.map(({ state, kind, name }) => `${state} ${kind} ${name}`)).toEqual([
    'created tier Pro',
    'failed tier Pro',
    'created plan Pro',
    'skipped plan Team',
  ])
})

test('reduceRun takes the final findings from the completed run', () => {
  const run: OnboardingRun = {
    id: 'run_1',
    status: 'completed',
    url: 'https://shop.example',
    created: [{ ...pro, id: 'tier_1', slug: 'pro' }],
    skipped: [],
    failed: [],
    productId: null,
    trackingContract: [],
    snippet: null,
    missed: [],
    changes: [],
    error: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    completedAt: null,
  }
  const progress = reduceRun(EVENTS.reduce(reduceRun, noProgress), { event: 'done', data: run })
  expect(progress).toMatchObject({ status: 'completed', run })
  expect(progress.findings).toMatchObject([{ state: 'created', slug: 'pro' }])
})
