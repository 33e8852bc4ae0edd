import type {
  BodyInput,
  endpoints,
  ListItem,
  ListOperationName,
  OperationName,
  OperationOutput,
  QueryInput,
  ServerSentEvent,
} from '@purser/contract/client'
import type { Track } from './createTrack.ts'
import type { RequestOptions } from './transport.ts'

/** Payment providers call the first operation. Browser pages call the other two. */
type CalledOperation = Exclude<
  OperationName,
  'receiveProviderWebhook' | 'getCheckoutPage' | 'openCheckoutForm'
>

type Takes<Name extends OperationName> =
  `${[BodyInput<Name>] extends [undefined] ? '' : ' body'}${[QueryInput<Name>] extends [undefined] ? '' : ' query'}`

type Produces<Name extends OperationName> = (typeof endpoints)[Name] extends {
  produces: infer Type extends keyof Markers
}
  ? Type
  : 'application/json'

interface Markers {
  'application/json': ''
  'application/pdf': ' bytes'
  'text/event-stream': ' events'
}

type Answers<Name extends OperationName> = Name extends ListOperationName
  ? ' list'
  : Markers[Produces<Name>]

/**
 * An operation, its arguments after the path parameters, and the kind of its answer if the answer
 * is not a single object. Example: `listPlans query list`. An entry that differs from the contract
 * does not compile.
 */
export type MethodEntry = {
  [Name in CalledOperation]: `${Name}${Takes<Name>}${Answers<Name>}`
}[CalledOperation]

type NameOf<E extends string> = E extends `${infer Name} ${string}` ? Name : E

/** Path parameters by name, so that editors show the names. */
interface Positions {
  id: [id: string]
  itemId: [itemId: string]
  productId: [productId: string]
  customerId: [customerId: string]
  creditCurrencyId: [creditCurrencyId: string]
  featureSlug: [featureSlug: string]
}

type PathArguments<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? [...Positions[Name & keyof Positions], ...PathArguments<After>]
    : Positions[Rest & keyof Positions]
  : []

type BodyArgument<Body> = [Body] extends [undefined]
  ? []
  : undefined extends Body
    ? [body?: Body]
    : [body: Body]

type QueryArgument<Query> = [Query] extends [undefined]
  ? []
  : Record<never, never> extends Query
    ? [query?: Query]
    : [query: Query]

type Arguments<Name extends OperationName> = [
  ...PathArguments<(typeof endpoints)[Name]['path']>,
  ...BodyArgument<BodyInput<Name>>,
  ...QueryArgument<QueryInput<Name>>,
  options?: RequestOptions,
]

type Returned<Name extends OperationName> = Name extends ListOperationName
  ? Promise<OperationOutput<Name>> & AsyncIterable<ListItem<Name>>
  : Produces<Name> extends 'text/event-stream'
    ? AsyncIterable<OperationOutput<Name> & Pick<ServerSentEvent, 'id'>>
    : Promise<OperationOutput<Name>>

/** The method that sends an operation. */
export type ClientMethod<E extends string> =
  NameOf<E> extends infer Name extends OperationName
    ? Name extends 'trackUsage'
      ? Track
      : (...args: Arguments<Name>) => Returned<Name>
    : never
