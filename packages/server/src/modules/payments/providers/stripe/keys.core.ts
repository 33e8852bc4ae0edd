import type { Problem } from '@purser/contract'

interface Keys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

type Environment = 'sandbox' | 'live'

const MODES: Readonly<Record<Environment, string>> = { sandbox: 'test', live: 'live' }

/** The prefix of a Stripe key shows its type and mode. */
const FORMS: readonly [keyof Keys, RegExp, (mode: string) => string][] = [
  ['secretKey', /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]+$/, (mode) => `sk_${mode}_ or rk_${mode}_`],
  ['publishableKey', /^pk_(test|live)_[A-Za-z0-9_]+$/, (mode) => `pk_${mode}_`],
  ['webhookSecret', /^whsec_[A-Za-z0-9_+/=-]+$/, () => 'whsec_'],
]

/** Lists the problems of an environment's keys without repeating a key. */
export function findKeyProblems(keys: Keys, environment: Environment): Problem[] {
  const mode = MODES[environment]
  return FORMS.flatMap(([path, form, beginning]) => {
    const match = form.exec(keys[path])
    if (!match)
      return [{ path, message: `must be a Stripe key that starts with ${beginning(mode)}` }]
    if (match[1] === undefined || match[1] === mode) return []
    const message = `is a ${match[1]} key of Stripe, but this is the ${environment} environment: use one that starts with ${beginning(mode)}`
    return [{ path, message }]
  })
}
