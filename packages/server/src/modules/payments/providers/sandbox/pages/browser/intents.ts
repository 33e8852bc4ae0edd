import type { StoredCard } from '../../methods/testCards.core.ts'
import type { IntentView } from '../intentView.core.ts'

/** The secret is in the fragment, which browsers do not send to servers. */
const clientSecret = (): string => location.hash.slice(1)

const UNREACHABLE =
  'The server could not be reached. Check the connection and try again: you will not be charged twice.'

/** A call that was refused. The code is `unreachable` if there was no answer. */
export class CallFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

async function call(path: string, body: Readonly<Record<string, unknown>>): Promise<IntentView> {
  const response = await fetch(`intents/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: clientSecret(), ...body }),
    cache: 'no-store',
    credentials: 'omit',
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (response?.ok && answer) return answer
  if (answer?.error && response && response.status < 500) {
    throw new CallFailed(answer.error.code, answer.error.message)
  }
  throw new CallFailed('unreachable', UNREACHABLE)
}

export const readIntent = (): Promise<IntentView> => call('read', {})

export const confirmIntent = (card: StoredCard): Promise<IntentView> => call('confirm', { ...card })

export const answerChallenge = (answer: 'approve' | 'fail'): Promise<IntentView> =>
  call('challenge', { answer })
