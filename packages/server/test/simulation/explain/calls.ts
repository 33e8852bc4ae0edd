import { isDeepStrictEqual } from 'node:util'
import type { Answer, Operation } from '../../model/operation.ts'
import type { Request } from '../perform/request.ts'
import type { Observed } from './linearize.ts'

/** A call that was made, and when. */
export interface Call {
  readonly request: Request
  readonly began: number
  readonly ended: number
  readonly answers: readonly (Answer | null)[]
}

const labelOf = (request: Request, place: number): string =>
  request.parts.length > 1 ? `${request.intent.kind} #${place}` : request.intent.kind

/** What was done by somebody, one after the other, as if it were a request of this number. */
export const inOrder =
  (request: number) =>
  (operation: Operation, place: number): Observed => ({
    ...settledBySomebody(operation, 0),
    request,
    place,
  })

/** What was done to a customer's money, some time in the round. */
export const settledBySomebody = (operation: Operation, index: number): Observed => ({
  label: JSON.stringify(operation),
  operation,
  began: 0,
  ended: Number.MAX_SAFE_INTEGER,
  request: -1 - index,
  place: 0,
  answer: { status: 200, body: undefined },
})

export const observedParts = (call: Call, request: number, customerId: string): Observed[] =>
  call.request.parts.flatMap((part, place) => {
    const answer = call.answers[place]
    if (part.customerId !== customerId || !answer) return []
    return [
      {
        label: `${labelOf(call.request, place)} (${call.began}–${call.ended})`,
        operation: part.operation,
        began: call.began,
        ended: call.ended,
        request,
        place,
        answer,
      },
    ]
  })

/** Whatever is asked about a customer that does not exist is refused. */
export const strangerProblems = ({ request, answers }: Call): string[] =>
  request.parts.flatMap(({ customer, operation }, place) => {
    if (customer) return []
    const expected =
      operation.kind === 'track'
        ? { status: 200, rejected: 'customer_not_found' }
        : { status: 404, code: 'not_found' }
    const answer = answers[place]
    return isDeepStrictEqual(answer, expected)
      ? []
      : [`${labelOf(request, place)} of a stranger: ${JSON.stringify(answer)}`]
  })

export const describeCall = ({ request, began, ended, answers }: Call): string =>
  `${began}–${ended} ${JSON.stringify(request.intent)} → ${JSON.stringify(answers)}`
