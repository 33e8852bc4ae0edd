import { isDeepStrictEqual } from 'node:util'
import type { Answer, Operation } from '../../model/operation.ts'
import type { Request } from '../perform/request.ts'
import type { ObservedOperation } from './linearize.ts'

/** A call with its start, its end and its responses. */
export interface Call {
  readonly request: Request
  readonly startTick: number
  readonly endTick: number
  readonly answers: readonly (Answer | null)[]
}

const labelOf = (request: Request, position: number): string =>
  request.parts.length > 1 ? `${request.intent.kind} #${position}` : request.intent.kind

/** Gives operations a fixed order, as if they belonged to the request with this number. */
export const inRequestOrder =
  (request: number) =>
  (operation: Operation, position: number): ObservedOperation => ({
    ...atUnknownTime(operation, 0),
    request,
    position,
  })

/** An operation that a worker or request performed at an unknown time in the round. */
export const atUnknownTime = (operation: Operation, index: number): ObservedOperation => ({
  label: JSON.stringify(operation),
  operation,
  startTick: 0,
  endTick: Number.MAX_SAFE_INTEGER,
  request: -1 - index,
  position: 0,
  answer: { status: 200, body: undefined },
})

export const observedParts = (
  call: Call,
  request: number,
  customerId: string,
): ObservedOperation[] =>
  call.request.parts.flatMap((part, position) => {
    const answer = call.answers[position]
    if (part.customerId !== customerId || !answer) return []
    return [
      {
        label: `${labelOf(call.request, position)} (${call.startTick}–${call.endTick})`,
        operation: part.operation,
        startTick: call.startTick,
        endTick: call.endTick,
        request,
        position,
        answer,
      },
    ]
  })

/** Every request about an unknown customer must be refused. */
export const unknownCustomerProblems = ({ request, answers }: Call): string[] =>
  request.parts.flatMap(({ customer, operation }, position) => {
    if (customer) return []
    const expected =
      operation.kind === 'track'
        ? { status: 200, rejected: 'customer_not_found' }
        : { status: 404, code: 'not_found' }
    const answer = answers[position]
    return isDeepStrictEqual(answer, expected)
      ? []
      : [`${labelOf(request, position)} of an unknown customer: ${JSON.stringify(answer)}`]
  })

export const describeCall = ({ request, startTick, endTick, answers }: Call): string =>
  `${startTick}–${endTick} ${JSON.stringify(request.intent)} → ${JSON.stringify(answers)}`
