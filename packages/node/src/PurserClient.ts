import { bindResources, type Resources } from './bindResources.ts'
import { type ConnectionOptions, checkOptions } from './checkOptions.ts'
import { createTransport } from './transport.ts'

/** Options of `new Purser(…)`. */
export type PurserOptions = ConnectionOptions

/**
 * Purser for servers: every operation as a typed method. Path parameters come first, then the body
 * or the query, then options of the request.
 */
export class PurserClient implements Resources {
  /** The merchant and its settings in this environment. */
  declare readonly organization: Resources['organization']
  /** What customers see of the merchant. */
  declare readonly branding: Resources['branding']
  /** Who moves the money. */
  declare readonly paymentProvider: Resources['paymentProvider']
  /** Rights of a customer's browser to act for that customer. */
  declare readonly portalSessions: Resources['portalSessions']
  /** Customers, under your own ids. */
  declare readonly customers: Resources['customers']
  /** Sandbox only: a time of their own for customers. */
  declare readonly testClocks: Resources['testClocks']
  /** What tiers and plans belong to. */
  declare readonly products: Resources['products']
  /** What credits count: things, or money. */
  declare readonly creditCurrencies: Resources['creditCurrencies']
  /** Rules that turn events into quantities. */
  declare readonly metrics: Resources['metrics']
  /** What plans give and applications check. */
  declare readonly features: Resources['features']
  /** Columns of a pricing page. */
  declare readonly tiers: Resources['tiers']
  /** What customers subscribe to. */
  declare readonly plans: Resources['plans']
  /** Credits with a price. */
  declare readonly creditPackages: Resources['creditPackages']
  /** Discounts by a code. */
  declare readonly coupons: Resources['coupons']
  /** What anybody may see of a product. */
  declare readonly pricing: Resources['pricing']
  /** The whole catalog as one document. */
  declare readonly catalog: Resources['catalog']
  /** Wallets, grants, the ledger and top-ups. */
  declare readonly credits: Resources['credits']
  /** Credits held for work whose cost is not known yet. */
  declare readonly reservations: Resources['reservations']
  /** What a wallet buys by itself when it runs low. */
  declare readonly autoTopUp: Resources['autoTopUp']
  /** What customers can be charged with. */
  declare readonly paymentMethods: Resources['paymentMethods']
  /** Money asked of customers. */
  declare readonly payments: Resources['payments']
  /** Sandbox only: the built-in payment provider. */
  declare readonly sandbox: Resources['sandbox']
  /** What customers used. */
  declare readonly usage: Resources['usage']
  /** What customers are asked to pay. */
  declare readonly invoices: Resources['invoices']
  /** What customers of a country or region pay on top or within. */
  declare readonly taxRates: Resources['taxRates']
  /** Customers on plans. */
  declare readonly subscriptions: Resources['subscriptions']
  /** What customers may use. */
  declare readonly entitlements: Resources['entitlements']
  /** Hosted and embedded payment of anything. */
  declare readonly checkout: Resources['checkout']
  /** Sandbox only: a catalog drafted from a pricing page. */
  declare readonly onboarding: Resources['onboarding']
  /** URLs that are told of events. */
  declare readonly webhookEndpoints: Resources['webhookEndpoints']
  /** What was sent to webhook endpoints. */
  declare readonly webhookMessages: Resources['webhookMessages']

  constructor(options: PurserOptions) {
    Object.assign(this, bindResources(createTransport(checkOptions(options))))
  }

  /** Records usage: one event, or any number of them. The same as `usage.track`. */
  get track(): Resources['usage']['track'] {
    return this.usage.track
  }

  /** Asks whether a customer may use a feature; changes nothing. The same as `entitlements.check`. */
  get check(): Resources['entitlements']['check'] {
    return this.entitlements.check
  }
}
