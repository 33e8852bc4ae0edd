import { bindResources, type Resources } from './bindResources.ts'
import { type ConnectionOptions, checkOptions } from './checkOptions.ts'
import { createTransport } from './transport.ts'

/** Options of `new Purser(…)`. */
export type PurserOptions = ConnectionOptions

/**
 * The Purser client for servers, with a typed method for every operation. Path parameters come
 * first, then the body or the query, then the request options.
 */
export class PurserClient implements Resources {
  /** The merchant and its settings in this environment. */
  declare readonly organization: Resources['organization']
  /** The merchant's branding as customers see it. */
  declare readonly branding: Resources['branding']
  /** The payment provider of this environment. */
  declare readonly paymentProvider: Resources['paymentProvider']
  /** Tokens that let a customer's browser act for that customer. */
  declare readonly portalSessions: Resources['portalSessions']
  /** Customers, identified by your own ids. */
  declare readonly customers: Resources['customers']
  /** Sandbox only: clocks that set the time of customers. */
  declare readonly testClocks: Resources['testClocks']
  /** Products. Each has tiers and plans. */
  declare readonly products: Resources['products']
  /** Units of credits: things or money. */
  declare readonly creditCurrencies: Resources['creditCurrencies']
  /** Rules that turn events into quantities. */
  declare readonly metrics: Resources['metrics']
  /** Features that plans include and applications check. */
  declare readonly features: Resources['features']
  /** Columns of a pricing page. */
  declare readonly tiers: Resources['tiers']
  /** Plans that customers subscribe to. */
  declare readonly plans: Resources['plans']
  /** Packages of credits with a price. */
  declare readonly creditPackages: Resources['creditPackages']
  /** Discount codes. */
  declare readonly coupons: Resources['coupons']
  /** The public pricing of a product. */
  declare readonly pricing: Resources['pricing']
  /** The whole catalog as one document. */
  declare readonly catalog: Resources['catalog']
  /** Wallets, grants, the ledger and top-ups. */
  declare readonly credits: Resources['credits']
  /** Credits held for work whose cost is not known yet. */
  declare readonly reservations: Resources['reservations']
  /** Rules that top up a wallet when it runs low. */
  declare readonly autoTopUp: Resources['autoTopUp']
  /** Cards and other methods that customers pay with. */
  declare readonly paymentMethods: Resources['paymentMethods']
  /** Charges to customers. */
  declare readonly payments: Resources['payments']
  /** Sandbox only: the built-in payment provider. */
  declare readonly sandbox: Resources['sandbox']
  /** Usage events, meters and totals. */
  declare readonly usage: Resources['usage']
  /** Invoices and credit notes. */
  declare readonly invoices: Resources['invoices']
  /** Tax rates by country and region. */
  declare readonly taxRates: Resources['taxRates']
  /** Subscriptions of customers to plans. */
  declare readonly subscriptions: Resources['subscriptions']
  /** Access of customers to features. */
  declare readonly entitlements: Resources['entitlements']
  /** Hosted and embedded checkout. */
  declare readonly checkout: Resources['checkout']
  /** Sandbox only: a catalog drafted from a pricing page. */
  declare readonly onboarding: Resources['onboarding']
  /** URLs that receive events. */
  declare readonly webhookEndpoints: Resources['webhookEndpoints']
  /** Messages sent to webhook endpoints. */
  declare readonly webhookMessages: Resources['webhookMessages']

  constructor(options: PurserOptions) {
    Object.assign(this, bindResources(createTransport(checkOptions(options))))
  }

  /** Records one or more usage events. The same as `usage.track`. */
  get track(): Resources['usage']['track'] {
    return this.usage.track
  }

  /**
   * Checks whether a customer may use a feature; changes nothing. The same as `entitlements.check`.
   */
  get check(): Resources['entitlements']['check'] {
    return this.entitlements.check
  }
}
