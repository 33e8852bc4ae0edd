import type { MethodEntry } from './Method.ts'

/**
 * Maps each namespace and method to its operation, with the arguments and the kind of the answer.
 * Editors show these comments for the methods.
 */
export const resources = {
  organization: {
    /** Reads the organization and its settings in this environment. */
    get: 'getOrganization',
    /** Changes the settings and branding in this environment. */
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
    /** Creates a token that lets a customer's browser act for that customer only. */
    create: 'createPortalSession body',
  },
  customers: {
    /** Creates or updates a customer. Omitted fields keep their value. */
    put: 'putCustomer body',
    /** Reads a customer. */
    get: 'getCustomer',
    /** Lists customers, newest first. */
    list: 'listCustomers query list',
    /** Anonymizes a customer; the ledger and invoices remain. */
    delete: 'deleteCustomer',
  },
  testClocks: {
    /** Creates a test clock. */
    create: 'createTestClock body',
    /** Lists test clocks, newest first. */
    list: 'listTestClocks query list',
    /** Reads a test clock. */
    get: 'getTestClock',
    /** Advances a clock and runs everything that falls due, in order. */
    advance: 'advanceTestClock body',
  },
  products: {
    /** Creates a product. */
    create: 'createProduct body',
    /** Lists products, newest first. */
    list: 'listProducts query list',
    /** Reads a product by id or slug. */
    get: 'getProduct',
    /** Changes a product. */
    update: 'updateProduct body',
    /** Archives a product: stops new use; existing use continues. */
    archive: 'archiveProduct',
  },
  creditCurrencies: {
    /** Creates a credit currency. */
    create: 'createCreditCurrency body',
    /** Lists credit currencies, newest first. */
    list: 'listCreditCurrencies query list',
    /** Reads a credit currency by id or slug. */
    get: 'getCreditCurrency',
    /** Changes a credit currency. */
    update: 'updateCreditCurrency body',
    /** Archives a credit currency: stops new use; existing use continues. */
    archive: 'archiveCreditCurrency',
  },
  metrics: {
    /** Creates a metric. */
    create: 'createMetric body',
    /** Lists metrics, newest first. */
    list: 'listMetrics query list',
    /** Reads a metric by id or slug. */
    get: 'getMetric',
    /** Changes a metric. */
    update: 'updateMetric body',
    /** Archives a metric: stops new use; existing use continues. */
    archive: 'archiveMetric',
  },
  features: {
    /** Creates a feature. */
    create: 'createFeature body',
    /** Lists features, newest first. */
    list: 'listFeatures query list',
    /** Reads a feature by id or slug. */
    get: 'getFeature',
    /** Changes a feature. */
    update: 'updateFeature body',
    /** Archives a feature: stops new use; existing use continues. */
    archive: 'archiveFeature',
  },
  tiers: {
    /** Creates a tier. */
    create: 'createTier body',
    /** Lists tiers, newest first. */
    list: 'listTiers query list',
    /** Reads a tier by id or slug. */
    get: 'getTier',
    /** Changes a tier. */
    update: 'updateTier body',
    /** Archives a tier: stops new use; existing use continues. */
    archive: 'archiveTier',
  },
  plans: {
    /** Creates a plan. */
    create: 'createPlan body',
    /** Lists plans, newest first. */
    list: 'listPlans query list',
    /** Reads a plan by id or slug. */
    get: 'getPlan',
    /** Changes a plan. */
    update: 'updatePlan body',
    /** Archives a plan: stops new use; existing use continues. */
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
    /** Reads a credit package by id or slug. */
    get: 'getCreditPackage',
    /** Changes a credit package. */
    update: 'updateCreditPackage body',
    /** Archives a credit package: stops new use; existing use continues. */
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
    /** Archives a coupon: stops new use; existing use continues. */
    archive: 'archiveCoupon',
  },
  pricing: {
    /** Reads the public pricing of a product. */
    get: 'getPublicPricing',
  },
  catalog: {
    /** Reads the catalog as one document. */
    get: 'getCatalog',
    /**
     * Replaces the sections of the catalog that a document contains, all or nothing. `dryRun`
     * shows what would change.
     */
    put: 'putCatalog body query',
    /** Copies the sandbox catalog, or one of its products, to live. */
    promote: 'promoteCatalog body',
  },
  credits: {
    /** Lists the active credit currencies of the organization. */
    listCurrencies: 'listActiveCreditCurrencies query list',
    /** Lists a customer's wallets with their active grants. */
    listAccounts: 'listCreditAccounts query list',
    /** Lists ledger entries, newest first. */
    listLedger: 'listLedgerEntries query list',
    /** Reads the daily consumption of a credit currency. */
    getStats: 'getCreditStats query',
    /** Grants credits manually; creates the wallet if necessary. */
    grant: 'createGrant body',
    /** Voids the remaining credits of a grant. */
    voidGrant: 'voidGrant',
    /** Adjusts a balance manually. */
    adjust: 'createAdjustment body',
    /** Buys credits for an amount of money. */
    topUp: 'topUp body',
    /** Buys a credit package. */
    buyPackage: 'buyCreditPackage body',
    /** Lists all top-up attempts, newest first. */
    listTopUpAttempts: 'listTopUpAttempts query list',
  },
  reservations: {
    /** Holds credits before work whose cost is not known yet. */
    create: 'createReservation body',
    /** Reads a reservation. */
    get: 'getReservation',
    /** Moves the expiry of a reservation. */
    extend: 'extendReservation body',
    /** Debits the credits that were used and releases the rest. */
    capture: 'captureReservation body',
    /** Releases all held credits. */
    release: 'releaseReservation',
  },
  autoTopUp: {
    /** Reads the auto-top-up rule of a wallet and its state. */
    get: 'getAutoTopUp',
    /** Sets the auto-top-up rule of a wallet. */
    set: 'setAutoTopUp body',
    /** Disables the auto-top-up rule of a wallet. */
    disable: 'disableAutoTopUp',
  },
  paymentMethods: {
    /** Lists a customer's payment methods. */
    list: 'listPaymentMethods query list',
    /** Makes a payment method the customer's default. */
    setDefault: 'setDefaultPaymentMethod body',
    /** Detaches a payment method; throws `PmInUseError` while something depends on it. */
    detach: 'detachPaymentMethod query',
    /** Lists what depends on a payment method. */
    getDependencies: 'getPaymentMethodDependencies query',
    /** Opens a form in which the customer saves a card. */
    setup: 'setupPaymentMethod body',
    /** Replaces a payment method with another in one step. */
    replace: 'replacePaymentMethod body',
  },
  payments: {
    /** Lists payments, newest first. */
    list: 'listPayments query list',
    /** Reads a payment. */
    get: 'getPayment',
    /** Refunds a payment or a part of it. */
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
    /** Reads the test payment provider's own records. */
    getBook: 'getSandboxBook query',
  },
  usage: {
    /** Records one or more usage events. */
    track: 'trackUsage body',
    /** Reads a customer's usage of a metric in the current period. */
    getMeter: 'getUsageMeter query',
    /** Reads daily totals: one row per UTC day and event name, oldest first. */
    getAggregate: 'getUsageAggregate query list',
    /** Lists recorded events, newest first. */
    listEvents: 'listUsageEvents query list',
    /** Reverses the effects of an event with compensating rows. */
    reverseEvent: 'reverseUsageEvent',
  },
  invoices: {
    /** Lists invoices, newest first. */
    list: 'listInvoices query list',
    /** Reads an invoice with its line items and payments. */
    get: 'getInvoice',
    /** Pays an open invoice. */
    pay: 'payInvoice body',
    /** Records that an open invoice was paid outside Purser. */
    recordPayment: 'recordInvoicePayment body',
    /** Reads everything that a page needs to show an invoice and accept its payment. */
    getPage: 'getInvoicePage',
    /** Downloads an invoice as PDF. */
    getPdf: 'getInvoicePdf bytes',
    /** Creates a link to the page of an invoice, to send to the person who pays it. */
    link: 'linkInvoice body',
    /** Voids an open invoice, so that nothing is owed. */
    void: 'voidInvoice',
    /** Stops collecting an open invoice, which is still owed. */
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
    /** Stops applying a tax rate. */
    archive: 'archiveTaxRate',
  },
  subscriptions: {
    /** Subscribes a customer to a plan. */
    create: 'createSubscription body',
    /** Lists subscriptions, newest first. */
    list: 'listSubscriptions query list',
    /** Reads a subscription. */
    get: 'getSubscription',
    /** Previews the cost and effects of a change; changes nothing. */
    previewChange: 'previewSubscriptionChange body',
    /** Changes the plan or the quantities of a subscription. */
    change: 'changeSubscription body',
    /** Cancels a subscription, now or at the end of its period. */
    cancel: 'cancelSubscription body',
    /** Undoes a cancellation, or ends a pause. */
    resume: 'resumeSubscription',
    /** Pauses a subscription until it is resumed. */
    pause: 'pauseSubscription',
    /** Moves subscribers on older versions of a plan to the current version. */
    migrate: 'migrateSubscriptions body',
    /** Reads the progress of a migration. */
    getMigration: 'getPlanMigration',
    /** Adds an add-on to a subscription. */
    addItem: 'addSubscriptionItem body',
    /** Removes an add-on from a subscription. */
    removeItem: 'removeSubscriptionItem query',
  },
  entitlements: {
    /** Checks whether a customer may use a feature; changes nothing. */
    check: 'check body',
    /** Checks one feature, optionally for a given usage or values. */
    checkOne: 'checkCustomer body',
    /** Checks up to 50 features; returns values by slug. */
    checkBatch: 'checkCustomerBatch body',
    /** Lists all entitlements of a customer, sorted by feature slug. */
    list: 'listCustomerEntitlements list',
    /** Grants or denies one customer a feature, regardless of its plans. */
    putOverride: 'putEntitlementOverride body',
    /** Removes an override, so that the customer's plans apply again. */
    deleteOverride: 'deleteEntitlementOverride',
  },
  checkout: {
    /** Previews the cost of a purchase today and later; changes nothing. */
    preview: 'previewCheckout body',
    /** Opens a checkout, hosted or embedded, for 24 hours. */
    createSession: 'createCheckoutSession body',
    /** Reads the status of a checkout. */
    getSessionStatus: 'getCheckoutSessionStatus',
  },
  onboarding: {
    /** Drafts a catalog from a pricing page. */
    start: 'startOnboarding body',
    /** Reads an onboarding run and its results. */
    get: 'getOnboardingRun',
    /**
     * Drafts a catalog and streams the progress. The run starts when the first event is requested.
     */
    stream: 'streamOnboarding body events',
    /** Follows a run from the start, or from the point where a stream ended. */
    follow: 'followOnboarding query events',
    /** Applies the changes that a run found on the page to the catalog. */
    apply: 'applyOnboarding',
  },
  webhookEndpoints: {
    /** Registers a URL. Only this answer contains its secret. */
    create: 'createWebhookEndpoint body',
    /** Lists webhook endpoints, newest first. */
    list: 'listWebhookEndpoints query list',
    /** Reads a webhook endpoint. */
    get: 'getWebhookEndpoint',
    /** Changes, disables or enables a webhook endpoint. */
    update: 'updateWebhookEndpoint body',
    /** Deletes a webhook endpoint. */
    delete: 'deleteWebhookEndpoint',
    /** Creates a new secret; the old one remains valid for 24 hours. */
    rotateSecret: 'rotateWebhookSecret',
  },
  webhookMessages: {
    /** Lists messages with their delivery status, newest first. */
    list: 'listWebhookMessages query list',
    /** Delivers a message again, with the same id. */
    replay: 'replayWebhookMessage',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, MethodEntry>>>>
