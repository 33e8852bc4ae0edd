/** Wallets, top-ups and packages. */
export const walletWords = {
  walletsTitle: 'Wallets',
  noWallets: 'No credits yet',
  noWalletsNext: 'Your credits will appear here.',
  wallet: 'Wallet',
  allWallets: 'All wallets',
  balance: 'Balance',
  held: (amount: string) => `${amount} held for work in progress`,
  nextExpiry: (amount: string, date: string) => `Next to expire: ${amount} on ${date}`,
  frozen: 'Frozen',
  frozenText: 'This wallet cannot be used at the moment. Please contact support.',
  closed: 'Closed',
  burnCaption: (name: string, days: string) => `${name} used in the last ${days} days`,
  burnLabel: 'Used',
  noBurn: (days: string) => `No usage in the last ${days} days.`,
  runwayDays: (days: number, count: string) =>
    days === 1
      ? 'Lasts about 1 day at the current pace'
      : `Lasts about ${count} days at the current pace`,
  runwayHours: 'Lasts less than a day at the current pace',
  runwayLong: 'Lasts more than a year at the current pace',
  runwayEmpty: 'Used up',
  added: (amount: string) => `Top-up received: ${amount}.`,

  topUp: 'Top up',
  topUpOf: (name: string) => `Top up ${name}`,
  amount: 'Amount',
  amountHint: (currency: string) => `In ${currency}`,
  suggestions: 'Common amounts',
  problems: {
    empty: 'Enter an amount.',
    not_a_number: 'Enter a number, such as 25 or 12.50.',
    too_many_decimals: 'Enter fewer decimal places.',
    zero: 'Enter an amount greater than zero.',
    too_much: 'Enter a smaller amount.',
  },
  otherCard: 'Pay with another card',

  packagesTitle: 'Credit packages',
  noPackages: 'No credit packages yet',
  noPackagesNext: 'Choose a plan with credits, or contact us.',
  buy: 'Buy',
  buyOf: (name: string) => `Buy ${name}`,
  credits: (amount: string, name: string) => `${amount} ${name}`,
  perCredit: (price: string) => `${price} each`,
  lastDays: (days: number, count: string) =>
    days === 1 ? 'Valid for 1 day' : `Valid for ${count} days`,

  autoTopUp: 'Auto-top-up',
  autoTopUpOf: (name: string) => `Auto-top-up for ${name}`,
  autoOff: 'Auto-top-up is off.',
  autoOn: (threshold: string) => `Tops up automatically when the balance falls to ${threshold}.`,
  autoPending: 'Top-up in progress…',
  autoResting:
    'The last automatic top-up failed. Auto-top-up is paused for a while. Check your card.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  threshold: 'When the balance falls to',
  topUpAmount: 'Amount to add',
  package: 'Package to buy',
  choosePackage: 'Choose a package',
  monthlyLimit: 'Monthly limit',
  monthlyLimitHint: 'Leave empty for no limit.',
  autoSaved: 'Saved.',
  autoDisabled: 'Auto-top-up is off. Your settings are saved.',
  fundedByCard: (method: string) => `Each top-up is charged to ${method}.`,
  fundedByInvoice: 'Each top-up is added to your next invoice.',
  needsCard: 'You have no card yet. Add one to use auto-top-up.',
  lastFired: 'Last automatic top-up',
  never: 'Never',
  lastFailed: 'Last failure',
  failures: 'Failures in a row',
  monthToDate: 'Charged this month',
}

/** The ledger of a wallet. */
export const ledgerWords = {
  title: 'Credit activity',
  type: 'Type',
  allTypes: 'All types',
  what: 'Description',
  balanceAfter: 'Balance after',
  empty: 'No activity yet',
  emptyNext: 'Added and used credits will appear here.',
  emptyFiltered: 'No activity of this type yet',
}

export const ledgerTypes = {
  CREDIT: 'Added',
  DEBIT: 'Used',
  HOLD: 'Held',
  RELEASE: 'Released',
  EXPIRE: 'Expired',
  ADJUSTMENT: 'Corrected',
}

export const ledgerReasons = {
  GRANT: 'Credits granted',
  PLAN_GRANT: 'Plan credits',
  DRIP: 'Plan credits',
  PROMO: 'Promotional credits',
  PACKAGE_PURCHASE: 'Credit package',
  TOP_UP: 'Top-up',
  AUTO_TOP_UP: 'Automatic top-up',
  ROLLOVER: 'Carried over from the last period',
  USAGE_DEDUCTION: 'Usage',
  RESERVATION_HOLD: 'Held for work in progress',
  RESERVATION_RELEASE: 'Hold released',
  RESERVATION_CAPTURE: 'Usage of held credits',
  EXPIRATION: 'Expired',
  VOID: 'Credits removed',
  REFUND: 'Refund',
  INVOICE_PAYMENT: 'Invoice payment',
  OVERDRAFT_REPAYMENT: 'Overdraft repaid',
  MANUAL_ADJUSTMENT: 'Correction',
  USAGE_REVERSAL: 'Usage reversed',
}

/** Top-up attempts. */
export const topUpWords = {
  title: 'Top-up history',
  empty: 'No top-ups yet',
  emptyNext: 'Your manual and automatic top-ups will appear here.',
  credits: 'Credits',
  manual: 'Manual',
  auto: 'Automatic',
  sweeper_replay: 'Automatic',
  pending: 'In progress',
  succeeded: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  newer: 'Newer',
  older: 'Older',
}

export const skipReasons = {
  monthly_limit: 'The monthly limit was reached.',
  already_pending: 'Another top-up was in progress.',
  backoff: 'Paused after a failed top-up.',
  no_payment_method: 'There was no card to charge.',
  disabled: 'Auto-top-up was off.',
}
