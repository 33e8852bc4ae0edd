import type { Problem } from '@purser/contract'
import { invalidRequest } from '../../../../../kernel/errors.ts'
import { formCards, type StoredCard } from '../methods/testCards.core.ts'

/** Client secrets are much shorter; a longer string cannot be one. */
const MAX_SECRET_LENGTH = 200

type Rule = readonly [isRight: (value: unknown) => boolean, message: string]

const isWholeNumber = (from: number, to: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to

const clientSecret: Rule = [
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_SECRET_LENGTH,
  'must be the client secret of the form',
]

const cardRules: Readonly<Record<keyof StoredCard, Rule>> = {
  behaviour: [isOfTestCard(({ behaviour }) => behaviour), 'must belong to a test card'],
  brand: [isOfTestCard(({ brand }) => brand), 'must belong to a test card'],
  last4: [isOfTestCard(last4Of), 'must belong to a test card'],
  expMonth: [isWholeNumber(1, 12), 'must be a whole number from 1 to 12'],
  expYear: [isWholeNumber(2000, 2099), 'must be a whole number from 2000 to 2099'],
}

function isOfTestCard(part: (card: (typeof formCards)[number]) => string) {
  return (value: unknown): boolean => formCards.some((card) => part(card) === value)
}

function last4Of({ number }: { number: string }): string {
  return number.slice(-4)
}

/** Returns a body with exactly these fields. Throws all problems at once. */
function readFields<T>(body: unknown, rules: Readonly<Record<string, Rule>>): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest([{ path: 'body', message: 'must be an object' }])
  }
  const fields: Readonly<Record<string, unknown>> = { ...body }
  const problems: Problem[] = [
    ...Object.entries(rules).flatMap(([path, [isRight, message]]) =>
      isRight(fields[path]) ? [] : [{ path, message }],
    ),
    ...Object.keys(fields).flatMap((path) =>
      Object.hasOwn(rules, path) ? [] : [{ path, message: 'is not known' }],
    ),
  ]
  if (problems.length > 0) throw invalidRequest(problems)
  return fields as T
}

export const readSecretBody = (body: unknown): { clientSecret: string } =>
  readFields(body, { clientSecret })

export const readChallengeBody = (
  body: unknown,
): { clientSecret: string; answer: 'approve' | 'fail' } =>
  readFields(body, {
    clientSecret,
    answer: [(value) => value === 'approve' || value === 'fail', 'must be approve or fail'],
  })

/** Accepts only the form's test cards, so that no part of a real card is stored. */
export function readConfirmBody(body: unknown): { clientSecret: string; card: StoredCard } {
  const { clientSecret: secret, ...card } = readFields<StoredCard & { clientSecret: string }>(
    body,
    {
      clientSecret,
      ...cardRules,
    },
  )
  const isTestCard = formCards.some(
    (testCard) =>
      testCard.behaviour === card.behaviour &&
      testCard.brand === card.brand &&
      last4Of(testCard) === card.last4,
  )
  if (!isTestCard) {
    const message = 'must belong to the test card with this behaviour'
    throw invalidRequest([{ path: 'last4', message }])
  }
  return { clientSecret: secret, card }
}
