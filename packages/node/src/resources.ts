import type { Entry } from './Method.ts'

/**
 * Where each operation is found: namespace, method, operation with what it takes and answers.
 * Editors show the comments at the methods.
 */
export const resources = {
  organization: {
    /** Reads the organization and its settings in this environment. */
    get: 'getOrganization',
    /** Changes settings and branding in this environment. */
    update: 'updateOrganization body',
  },
  branding: {
    /** Reads the branding shown to customers. */
    get: 'getBranding',
  },
  paymentProvider: {
    /** Reads which payment provider this environment uses. */
    get: 'getPaymentProvider',
    /** Chooses the payment provider of this environment and stores its keys. */
    set: 'setPaymentProvider body',
  },
  portalSessions: {
    /** Creates a token with which a customer's browser acts for that customer only. */
    create: 'createPortalSession body',
  },
  customers: {
    /** Creates or updates a customer; fields left out keep their value. */
    put: 'putCustomer body',
    /** Reads a customer. */
    get: 'getCustomer',
    /** Lists customers, newest first. */
    list: 'listCustomers query list',
    /** Anonymises a customer; ledger and invoices stay. */
    delete: 'deleteCustomer',
  },
  testClocks: {
    /** Creates a test clock. */
    create: 'createTestClock body',
    /** Lists test clocks, newest first. */
    list: 'listTestClocks query list',
    /** Reads a test clock. */
    get: 'getTestClock',
    /** Advances a clock and does everything that falls due, in order. */
    advance: 'advanceTestClock body',
  },
  products: {
    /** Creates a product. */
    create: 'createProduct body',
    /** Lists products, newest first. */
    list: 'listProducts query list',
    /** Reads a product, by its id or slug. */
    get: 'getProduct',
    /** Changes a product. */
    update: 'updateProduct body',
    /** Archives a product: no new use; what runs on it goes on. */
    archive: 'archiveProduct',
  },
  creditCurrencies: {
    /** Creates a credit currency. */
    create: 'createCreditCurrency body',
    /** Lists credit currencies, newest first. */
    list: 'listCreditCurrencies query list',
    /** Reads a credit currency, by its id or slug. */
    get: 'getCreditCurrency',
    /** Changes a credit currency. */
    update: 'updateCreditCurrency body',
    /** Archives a credit currency: no new use; what runs on it goes on. */
    archive: 'archiveCreditCurrency',
  },
  metrics: {
    /** Creates a metric. */
    create: 'createMetric body',
    /** Lists metrics, newest first. */
    list: 'listMetrics query list',
    /** Reads a metric, by its id or slug. */
    get: 'getMetric',
    /** Changes a metric. */
    update: 'updateMetric body',
    /** Archives a metric: no new use; what runs on it goes on. */
    archive: 'archiveMetric',
  },
  features: {
    /** Creates a feature. */
    create: 'createFeature body',
    /** Lists features, newest first. */
    list: 'listFeatures query list',
    /** Reads a feature, by its id or slug. */
    get: 'getFeature',
    /** Changes a feature. */
    update: 'updateFeature body',
    /** Archives a feature: no new use; what runs on it goes on. */
    archive: 'archiveFeature',
  },
  tiers: {
    /** Creates a tier. */
    create: 'createTier body',
    /** Lists tiers, newest first. */
    list: 'listTiers query list',
    /** Reads a tier, by its id or slug. */
    get: 'getTier',
    /** Changes a tier. */
    update: 'updateTier body',
    /** Archives a tier: no new use; what runs on it goes on. */
    archive: 'archiveTier',
  },
  plans: {
    /** Creates a plan. */
    create: 'createPlan body',
    /** Lists plans, newest first. */
    list: 'listPlans query list',
    /** Reads a plan, by its id or slug. */
    get: 'getPlan',
    /** Changes a plan. */
    update: 'updatePlan body',
    /** Archives a plan: no new use; what runs on it goes on. */
    archive: 'archivePlan',
    /** Puts a draft or archived plan on sale. */
    publish: 'publishPlan',
    /** Lists the versions of a plan, newest first. */
    listVersions: 'listPlanVersions query list',
  },
  creditPackages: {
    /** Creates a credit package. */
    create: 'createCreditPackage body',
    /** Lists credit packages, newest first. */
    list: 'listCreditPackages query list',
    /** Reads a credit package, by its id or slug. */
    get: 'getCreditPackage',
    /** Changes a credit package. */
    update: 'updateCreditPackage body',
    /** Archives a credit package: no new use; what runs on it goes on. */
    archive: 'archiveCreditPackage',
  },
  coupons: {
    /** Creates a coupon. */
    create: 'createCoupon body',
    /** Lists coupons, newest first. */
    list: 'listCoupons query list',
    /** Reads a coupon. */
    get: 'getCoupon',
    /** Changes a coupon. */
    update: 'updateCoupon body',
    /** Archives a coupon: no new use; what runs on it goes on. */
    archive: 'archiveCoupon',
  },
  pricing: {
    /** Reads the public pricing of a product. */
    get: 'getPublicPricing',
  },
  catalog: {
    /** Reads the catalog as one document. */
    get: 'getCatalog',
    /** Makes the catalog equal to a document, whole or not at all; `dryRun` shows what would change. */
    put: 'putCatalog body query',
    /** Copies the sandbox catalog, or one product of it, to live. */
    promote: 'promoteCatalog body',
  },
  credits: {
    /** Lists the active credit currencies of the organization. */
    listCurrencies: 'listActiveCreditCurrencies query list',
    /** Lists a customer's wallets with their active grants. */
    listAccounts: 'listCreditAccounts query list',
    /** Lists ledger entries, newest first. */
    listLedger: 'listLedgerEntries query list',
    /** Reads how much of a credit currency was consumed each day. */
    getStats: 'getCreditStats query',
    /** Grants credits by hand, creating the wallet if need be. */
    grant: 'createGrant body',
    /** Takes back what remains of a grant. */
    voidGrant: 'voidGrant',
    /** Corrects a balance by hand. */
    adjust: 'createAdjustment body',
    /** Buys credits for an amount of money. */
    topUp: 'topUp body',
    /** Buys a credit package. */
    buyPackage: 'buyCreditPackage body',
    /** Lists top-up attempts of every trigger, newest first. */
    listTopUpAttempts: 'listTopUpAttempts query list',
  },
  reservations: {
    /** Holds credits before the work. */
    create: 'createReservation body',
    /** Reads a reservation. */
    get: 'getReservation',
    /** Holds the credits for longer. */
    extend: 'extendReservation body',
    /** Charges what the work really took and releases the rest. */
    capture: 'captureReservation body',
    /** Gives all held credits back. */
    release: 'releaseReservation',
  },
  autoTopUp: {
    /** Reads the rule of a wallet and how it stands. */
    get: 'getAutoTopUp',
    /** Sets the rule of a wallet. */
    set: 'setAutoTopUp body',
    /** Stops the rule of a wallet. */
    disable: 'disableAutoTopUp',
  },
  paymentMethods: {
    /** Lists a customer's payment methods. */
    list: 'listPaymentMethods query list',
    /** Makes a payment method the one that is charged. */
    setDefault: 'setDefaultPaymentMethod body',
    /** Takes a payment method away; throws `PmInUseError` while something rests on it. */
    detach: 'detachPaymentMethod query',
    /** Reads what would be left without a means to pay. */
    getDependencies: 'getPaymentMethodDependencies query',
    /** Opens a form in which the customer saves a card. */
    setup: 'setupPaymentMethod body',
    /** Moves everything from one payment method to another. */
    replace: 'replacePaymentMethod body',
  },
  payments: {
    /** Lists payments, newest first. */
    list: 'listPayments query list',
    /** Reads a payment. */
    get: 'getPayment',
    /** Gives a payment back, or a part of it. */
    refund: 'refundPayment body',
  },
  sandbox: {
    /** Attaches a test payment method without a form. */
    attachPaymentMethod: 'attachSandboxPaymentMethod body',
    /** Makes the test payment provider fail on demand. */
    setFaults: 'setSandboxFaults body',
    /** Disputes a payment as the customer's bank would. */
    openDispute: 'openSandboxDispute body',
    /** Decides a dispute. */
    closeDispute: 'closeSandboxDispute body',
    /** Reads the test payment provider's own book. */
    getBook: 'getSandboxBook query',
  },
  usage: {
    /** Records usage: one event, or any number of them. */
    track: 'trackUsage body',
    /** Reads a customer's use of a metric in this period. */
    getMeter: 'getUsageMeter query',
    /** Reads daily totals: one row per UTC day and event name, oldest first. */
    getAggregate: 'getUsageAggregate query list',
    /** Lists recorded events, newest first. */
    listEvents: 'listUsageEvents query list',
    /** Undoes an event's effects with compensating rows. */
    reverseEvent: 'reverseUsageEvent',
  },
  invoices: {
    /** Lists invoices, newest first. */
    list: 'listInvoices query list',
    /** Reads an invoice with its line items and payments. */
    get: 'getInvoice',
    /** Pays an open invoice. */
    pay: 'payInvoice body',
    /** Writes down that an open invoice was paid another way. */
    recordPayment: 'recordInvoicePayment body',
    /** Reads all that a page needs to show an invoice and to offer its payment. */
    getPage: 'getInvoicePage',
    /** Downloads an invoice as PDF. */
    getPdf: 'getInvoicePdf bytes',
    /** Makes a link to the page of an invoice, to be sent to whoever pays it. */
    link: 'linkInvoice body',
    /** Voids an open invoice: it was never owed. */
    void: 'voidInvoice',
    /** Gives up collecting an open invoice: it stays owed. */
    markUncollectible: 'markInvoiceUncollectible',
    /** Credits an invoice or a part of it. */
    createCreditNote: 'createCreditNote body',
    /** Lists the credit notes of an invoice, newest first. */
    listCreditNotes: 'listCreditNotes query list',
  },
  taxRates: {
    /** Creates a tax rate. */
    create: 'createTaxRate body',
    /** Lists tax rates, newest first. */
    list: 'listTaxRates query list',
    /** Reads a tax rate. */
    get: 'getTaxRate',
    /** Changes a tax rate. */
    update: 'updateTaxRate body',
    /** Archives a tax rate: no new use; what runs on it goes on. */
    archive: 'archiveTaxRate',
  },
  subscriptions: {
    /** Subscribes a customer to a plan. */
    create: 'createSubscription body',
    /** Lists subscriptions, newest first. */
    list: 'listSubscriptions query list',
    /** Reads a subscription. */
    get: 'getSubscription',
    /** Previews what a change costs; changes nothing. */
    previewChange: 'previewSubscriptionChange body',
    /** Moves a subscription to another plan or quantity. */
    change: 'changeSubscription body',
    /** Ends a subscription, now or at the end of its period. */
    cancel: 'cancelSubscription body',
    /** Takes back a cancellation, or ends a pause. */
    resume: 'resumeSubscription',
    /** Takes a subscription out of use until it is resumed. */
    pause: 'pauseSubscription',
    /** Moves the subscribers of older versions of a plan to its current one. */
    migrate: 'migrateSubscriptions body',
    /** Reads how far such a move has come. */
    getMigration: 'getPlanMigration',
    /** Adds an add-on to a subscription. */
    addItem: 'addSubscriptionItem body',
    /** Removes an add-on from a subscription. */
    removeItem: 'removeSubscriptionItem query',
  },
  entitlements: {
    /** Asks whether a customer may use a feature; changes nothing. */
    check: 'check body',
    /** Probes one feature live, with the usage or values asked for. */
    checkOne: 'checkCustomer body',
    /** Probes up to 50 features live; answers values by slug. */
    checkBatch: 'checkCustomerBatch body',
    /** Reads all entitlements of a customer at once, sorted by feature slug. */
    list: 'listCustomerEntitlements list',
    /** Gives or denies one customer a feature, whatever its plans say. */
    putOverride: 'putEntitlementOverride body',
    /** Goes back to what the customer's plans say. */
    deleteOverride: 'deleteEntitlementOverride',
  },
  checkout: {
    /** Previews what a purchase costs today and later; changes nothing. */
    preview: 'previewCheckout body',
    /** Opens a checkout, hosted or embedded, for 24 hours. */
    createSession: 'createCheckoutSession body',
    /** Reads how far a checkout has come. */
    getSessionStatus: 'getCheckoutSessionStatus',
  },
  onboarding: {
    /** Drafts a catalog from a pricing page. */
    start: 'startOnboarding body',
    /** Reads an onboarding run and what it created. */
    get: 'getOnboardingRun',
    /** Drafts a catalog and follows the work; it begins when the events are asked for. */
    stream: 'streamOnboarding body events',
    /** Follows a run from its beginning, or from where a stream was left. */
    follow: 'followOnboarding query events',
    /** Does to the catalog what the page says otherwise than when it was last read. */
    apply: 'applyOnboarding',
  },
  webhookEndpoints: {
    /** Registers a URL; the answer has its secret, this once. */
    create: 'createWebhookEndpoint body',
    /** Lists webhook endpoints, newest first. */
    list: 'listWebhookEndpoints query list',
    /** Reads a webhook endpoint. */
    get: 'getWebhookEndpoint',
    /** Changes, disables or enables a webhook endpoint. */
    update: 'updateWebhookEndpoint body',
    /** Deletes a webhook endpoint. */
    delete: 'deleteWebhookEndpoint',
    /** Makes a new secret; the old one signs along for 24 hours. */
    rotateSecret: 'rotateWebhookSecret',
  },
  webhookMessages: {
    /** Lists messages and how their delivery went, newest first. */
    list: 'listWebhookMessages query list',
    /** Delivers a message again, with the same id. */
    replay: 'replayWebhookMessage',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>
