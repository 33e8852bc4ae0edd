import { expect, it } from 'vitest'
import { findKeyProblems } from './keys.core.ts'

const keysOf = (mode: string) => ({
  secretKey: `sk_${mode}_51AbC`,
  publishableKey: `pk_${mode}_51AbC`,
  webhookSecret: 'whsec_AbC123',
})

it('keys, including restricted ones, are valid in their environment', () => {
  expect(findKeyProblems(keysOf('test'), 'sandbox')).toEqual([])
  expect(findKeyProblems(keysOf('live'), 'live')).toEqual([])
  expect(findKeyProblems({ ...keysOf('live'), secretKey: 'rk_live_51AbC' }, 'live')).toEqual([])
})

it.each([
  ['live', 'sandbox', 'sk_test_ or rk_test_'],
  ['test', 'live', 'sk_live_ or rk_live_'],
] as const)('%s keys are refused in %s, with a list of these keys', (mode, environment, wanted) => {
  const problems = findKeyProblems(keysOf(mode), environment)
  expect(problems.map(({ path }) => path)).toEqual(['secretKey', 'publishableKey'])
  expect(problems[0]?.message).toBe(
    `is a ${mode} key of Stripe, but this is the ${environment} environment: use one that starts with ${wanted}`,
  )
})

it.each([
  ['secretKey', 'pk_test_51AbC'],
  ['secretKey', ''],
  ['secretKey', 'sk_test_'],
  ['secretKey', 'sk_test_51AbC\n'],
  ['secretKey', 'sk_sandbox_51AbC'],
  ['publishableKey', 'sk_test_51AbC'],
  ['publishableKey', 'rk_test_51AbC'],
  ['webhookSecret', 'sk_test_51AbC'],
  ['webhookSecret', 'whsec_ AbC'],
])('%s refuses %j without repeating it', (path, value) => {
  const problems = findKeyProblems({ ...keysOf('test'), [path]: value }, 'sandbox')
  expect(problems).toEqual([
    { path, message: expect.stringContaining('must be a Stripe key that starts with') },
  ])
  if (value.length > 8) expect(problems[0]?.message).not.toContain(value)
})
