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

/** What a client sends for an operation; parts that may be empty may be left out. */
export type OperationInput<Name extends OperationName> = Optional<'params', ParamsInput<Name>> &
  Optional<'query', QueryInput<Name>> &
  Optional<'body', BodyInput<Name>>

/** What the server answers. */
export type OperationOutput<Name extends OperationName> = z.output<EndpointOf<Name>['response']>

/** Operations that answer one page after another. */
export type ListOperationName = {
  [Name in OperationName]: OperationOutput<Name> extends {
    data: readonly unknown[]
    nextCursor: string | null
  }
    ? Name
    : never
}[OperationName]

/** One entry of a list. */
export type ListItem<Name extends ListOperationName> = OperationOutput<Name>['data'][number]
