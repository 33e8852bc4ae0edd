import type { z } from 'zod'
import type { endpoints, OperationName } from '../endpoints.ts'

type EndpointOf<Name extends OperationName> = (typeof endpoints)[Name]

type InputOf<Name extends OperationName, Part extends 'params' | 'query' | 'body'> =
  EndpointOf<Name> extends { [P in Part]: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : undefined

export type ParamsInput<Name extends OperationName> = InputOf<Name, 'params'>
export type QueryInput<Name extends OperationName> = InputOf<Name, 'query'>
export type BodyInput<Name extends OperationName> = InputOf<Name, 'body'>

type Optional<Part extends string, Input> = undefined extends Input
  ? { [P in Part]?: Exclude<Input, undefined> | undefined }
  : Record<never, never> extends Input
    ? { [P in Part]?: Input | undefined }
    : { [P in Part]: Input }

/** The input of an operation. Parts that may be empty may be omitted. */
export type OperationInput<Name extends OperationName> = Optional<'params', ParamsInput<Name>> &
  Optional<'query', QueryInput<Name>> &
  Optional<'body', BodyInput<Name>>

export type OperationOutput<Name extends OperationName> = z.output<EndpointOf<Name>['response']>

/** Operations that return a list in pages. */
export type ListOperationName = {
  [Name in OperationName]: OperationOutput<Name> extends {
    data: readonly unknown[]
    nextCursor: string | null
  }
    ? Name
    : never
}[OperationName]

export type ListItem<Name extends ListOperationName> = OperationOutput<Name>['data'][number]
