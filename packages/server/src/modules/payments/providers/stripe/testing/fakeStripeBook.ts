import { randomUUID } from 'node:crypto'
import type { CheckedRequest, Params } from './requestSchema.ts'

export type StripeJson = Record<string, unknown>
export interface StripeAnswer {
  status: number
  body: StripeJson
}

/** The result of charging a method: one of these, or a decline with this code. */
export type Behaviour = 'success' | 'processing' | 'challenge' | 'requires_action' | (string & {})

interface StripeObject extends StripeJson {
  id: string
}
interface Method extends StripeObject {
  behaviour: Behaviour
}
interface Intent extends StripeObject {
  amount: number
  customer: string
  status: string
  metadata: Record<string, string>
}
interface Refund extends StripeObject {
  amount: number
  payment_intent: string
  status: string
}

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
const ok = (body: StripeJson): StripeAnswer => ({ status: 200, body })
const refused = (status: number, error: StripeJson): StripeAnswer => ({ status, body: { error } })
const invalid = (message: string, code?: string) =>
  refused(400, { type: 'invalid_request_error', message, ...(code && { code }) })
const missing = (what: string, id: unknown) =>
  refused(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
  })

/** The objects of a fake Stripe, and the rules that the schema cannot express. */
export class FakeStripeBook {
  readonly customers = new Map<string, StripeObject>()
  readonly methods = new Map<string, Method>()
  readonly intents = new Map<string, Intent>()
  readonly setups = new Map<string, StripeObject>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, StripeObject>()
  #created = 1_700_000_000

  perform({ operation, id = '', params }: CheckedRequest): StripeAnswer {
    switch (operation) {
      case 'POST /v1/customers':
        return ok(this.#put(this.customers, 'cus', { object: 'customer', ...params }))
      case 'POST /v1/customers/{customer}': {
        const customer = this.customers.get(id)
        return customer ? ok(Object.assign(customer, params)) : missing('customer', id)
      }
      case 'POST /v1/setup_intents':
        return this.#createSetup(params)
      case 'GET /v1/setup_intents/{intent}':
        return this.#get(this.setups, 'setupintent', id)
      case 'POST /v1/checkout/sessions':
        return this.#createSession(params)
      case 'POST /v1/payment_intents':
        return this.#createIntent(params)
      case 'GET /v1/payment_intents':
        return this.#list([...this.intents.values()], 'customer', params, (intent) =>
          this.#show(intent, true),
        )
      case 'GET /v1/payment_intents/{intent}': {
        const intent = this.intents.get(id)
        return intent ? ok(this.#show(intent, params.expand)) : missing('payment_intent', id)
      }
      case 'POST /v1/payment_intents/{intent}/cancel':
        return this.#cancel(id, params)
      case 'GET /v1/payment_methods/{payment_method}': {
        const method = this.methods.get(id)
        return method ? ok(withoutBehaviour(method)) : missing('PaymentMethod', id)
      }
      case 'POST /v1/payment_methods/{payment_method}/detach':
        return this.#detach(id)
      case 'POST /v1/refunds':
        return this.#refund(params)
      case 'GET /v1/refunds':
        return this.#list([...this.refunds.values()], 'payment_intent', params, (refund) => refund)
      case 'GET /v1/refunds/{refund}':
        return this.#get(this.refunds, 'refund', id)
      case 'GET /v1/disputes/{dispute}':
        return this.#get(this.disputes, 'dispute', id)
      default:
        return refused(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' })
    }
  }

  saveMethod(customer: string | null, behaviour: Behaviour): string {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }
    const words = { object: 'payment_method', type: 'card', billing_details: {}, card, customer }
    return this.#put(this.methods, 'pm', { ...words, behaviour }).id
  }

  /** Pays in the form of a payment, as the customer would. */
  payInForm(clientSecret: string, behaviour: Behaviour = 'success'): void {
    const intent = [...this.intents.values()].find((each) => each.client_secret === clientSecret)
    if (!intent) throw new Error('no such form')
    intent.payment_method = this.saveMethod(null, behaviour)
    this.#confirm(intent)
    const method = this.methods.get(String(intent.payment_method))
    if (method && intent.status === 'succeeded') method.customer = intent.customer
  }

  openDispute(intentId: string, words: StripeJson = {}): string {
    const intent = this.intents.get(intentId)
    return this.#put(this.disputes, 'dp', {
      object: 'dispute',
      payment_intent: intentId,
      status: 'needs_response',
      reason: 'fraudulent',
      amount: intent?.amount,
      currency: intent?.currency,
      ...words,
    }).id
  }

  chargedTo(customer: string): number {
    return [...this.intents.values()]
      .filter((intent) => intent.customer === customer && intent.status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  #put<T extends StripeObject>(into: Map<string, T>, prefix: string, words: StripeJson): T {
    this.#created += 1
    const id = newId(prefix)
    // The caller provides the required fields of each kind of object.
    const object = { ...words, id, created: this.#created, livemode: false } as unknown as T
    into.set(id, object)
    return object
  }

  #get(from: ReadonlyMap<string, StripeJson>, what: string, id: string): StripeAnswer {
    const object = from.get(id)
    return object ? ok(object) : missing(what, id)
  }

  #list<T extends StripeObject>(
    all: T[],
    filter: string,
    params: Params,
    show: (item: T) => StripeJson,
  ): StripeAnswer {
    const mine = all.filter(
      (item) => params[filter] === undefined || item[filter] === params[filter],
    )
    const newestFirst = mine.reverse()
    const start = newestFirst.findIndex((item) => item.id === params.starting_after) + 1
    const page = newestFirst.slice(start, start + Number(params.limit ?? 10))
    const hasMore = start + page.length < newestFirst.length
    return ok({ object: 'list', url: '/v1/list', has_more: hasMore, data: page.map(show) })
  }

  #createSetup(params: Params): StripeAnswer {
    if (!this.customers.has(String(params.customer))) return missing('customer', params.customer)
    const words = {
      object: 'setup_intent',
      status: 'requires_payment_method',
      payment_method: null,
    }
    const setup = this.#put(this.setups, 'seti', {
      ...words,
      ...params,
      payment_method_types: ['card'],
    })
    setup.client_secret = `${setup.id}_secret_${randomUUID()}`
    return ok(setup)
  }

  #createSession(params: Params): StripeAnswer {
    if (!params.success_url)
      return invalid('You must provide a `success_url`.', 'parameter_missing')
    if (!params.currency && !params.allowed_payment_method_types) {
      return invalid('You must provide `currency` in setup mode.', 'parameter_missing')
    }
    const id = newId('cs_test')
    const url = `https://checkout.stripe.com/c/pay/${id}`
    const setup_intent = newId('seti')
    return ok({ object: 'checkout.session', id, url, setup_intent, ...params })
  }

  #createIntent(params: Params): StripeAnswer {
    const { customer, payment_method: methodId = null, currency } = params
    const amount = Number(params.amount)
    if (!this.customers.has(String(customer))) return missing('customer', customer)
    if (/^(bhd|jod|kwd|omr|tnd)$/.test(String(currency)) && amount % 10 !== 0) {
      return invalid('The last digit must be 0.', 'invalid_charge_amount')
    }
    const automatic = params.automatic_payment_methods as Params | undefined
    if (params.confirm && automatic?.allow_redirects !== 'never' && !params.return_url) {
      return invalid('You must provide a `return_url`.', 'parameter_missing')
    }
    if (params.off_session && !params.confirm) return invalid('`off_session` needs `confirm`.')
    const method = methodId === null ? null : this.methods.get(String(methodId))
    if (method === undefined) return missing('PaymentMethod', methodId)
    if (method && method.customer !== customer) {
      return invalid('The payment method does not belong to the customer.')
    }
    const { expand, confirm, off_session: _, ...words } = params
    const intent = this.#put(this.intents, 'pi', {
      object: 'payment_intent',
      capture_method: 'automatic_async',
      confirmation_method: 'automatic',
      payment_method_types: ['card'],
      last_payment_error: null,
      status: 'requires_payment_method',
      metadata: {},
      ...words,
      customer: String(customer),
      amount,
      payment_method: methodId,
    })
    intent.client_secret = `${intent.id}_secret_${randomUUID()}`
    const error = confirm ? this.#confirm(intent) : null
    const body = this.#show(intent, expand)
    return error ? refused(402, { ...error, payment_intent: body }) : ok(body)
  }

  /** Charges the method of an intent. Returns the error if the charge is declined. */
  #confirm(intent: Intent): StripeJson | null {
    const method = this.methods.get(String(intent.payment_method))
    const behaviour = method?.behaviour ?? 'success'
    const ends: Record<string, string> = {
      success: 'succeeded',
      processing: 'processing',
      requires_action: 'requires_action',
    }
    const end = ends[behaviour]
    if (end) {
      Object.assign(intent, { status: end, last_payment_error: null })
      return null
    }
    const isChallenge = behaviour === 'challenge'
    const code = isChallenge ? 'authentication_required' : behaviour
    const error = {
      type: 'card_error',
      code: isChallenge ? code : 'card_declined',
      decline_code: code,
      message: `Your card was declined: ${code}.`,
    }
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { ...error, payment_method: method && withoutBehaviour(method) },
    })
    return error
  }

  #cancel(id: string, { expand, ...words }: Params): StripeAnswer {
    const intent = this.intents.get(id)
    if (!intent) return missing('payment_intent', id)
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
      return invalid(message, 'payment_intent_unexpected_state')
    }
    return ok(this.#show(Object.assign(intent, words, { status: 'canceled' }), expand))
  }

  #detach(id: string): StripeAnswer {
    const method = this.methods.get(id)
    if (!method) return missing('PaymentMethod', id)
    if (method.customer === null)
      return invalid('The payment method is not attached to a customer.')
    return ok(withoutBehaviour(Object.assign(method, { customer: null })))
  }

  #refund(params: Params): StripeAnswer {
    const intent = this.intents.get(String(params.payment_intent))
    if (!intent) return missing('payment_intent', params.payment_intent)
    const refunded = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === intent.id)
      .reduce((sum, { amount }) => sum + amount, 0)
    const amount = Number(params.amount)
    if (refunded + amount > intent.amount) {
      const isDone = refunded === intent.amount
      return invalid(
        'Refund amount is greater than what is left.',
        isDone ? 'charge_already_refunded' : undefined,
      )
    }
    return ok(
      this.#put(this.refunds, 'pyr', {
        object: 'refund',
        status: 'succeeded',
        currency: intent.currency,
        ...params,
        payment_intent: intent.id,
        amount,
      }),
    )
  }

  #show(intent: Intent, expand: unknown): StripeJson {
    const method = this.methods.get(String(intent.payment_method))
    return expand && method
      ? { ...intent, payment_method: withoutBehaviour(method) }
      : { ...intent }
  }
}

const withoutBehaviour = ({ behaviour: _, ...method }: StripeJson): StripeJson => method
