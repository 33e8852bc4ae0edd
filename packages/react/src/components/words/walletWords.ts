/** Wallets, top-ups and packages. */
export const walletWords = {
  walletsTitle: 'Wallets',
  noWallets: 'There are no credits yet',
  noWalletsNext: 'They appear here as soon as there are some.',
  wallet: 'Wallet',
  allWallets: 'All wallets',
  balance: 'Balance',
  held: (amount: string) => `${amount} held for work that is under way`,
  nextExpiry: (amount: string, date: string) => `Expiring on ${date}: ${amount}`,
  frozen: 'Frozen',
  frozenText: 'Nothing can be spent from this wallet at the moment. Please contact support.',
  closed: 'Closed',
  burnCaption: (name: string, days: string) => `${name} used in the last ${days} days`,
  burnLabel: 'Used',
  noBurn: (days: string) => `Nothing was used in the last ${days} days.`,
  runwayDays: (days: number, count: string) =>
    days === 1
      ? 'Lasts about 1 day at the current pace'
      : `Lasts about ${count} days at the current pace`,
  runwayHours: 'Lasts less than a day at the current pace',
  runwayLong: 'Lasts more than a year at the current pace',
  runwayEmpty: 'Used up',
  added: (amount: string) => `${amount} was added by a top-up.`,

  topUp: 'Top up',
  topUpOf: (name: string) => `Top up ${name}`,
  amount: 'Amount',
  amountHint: (currency: string) => `In ${currency}`,
  suggestions: 'Common amounts',
  problems: {
    empty: 'Enter an amount.',
    not_a_number: 'Enter a number, such as 25 or 12.50.',
    too_many_decimals: 'That has too many decimals.',
    zero: 'Enter more than zero.',
    too_much: 'That is too much.',
  },
  otherCard: 'Pay with another card',

  packagesTitle: 'Credit packages',
  noPackages: 'There is nothing to buy here yet',
  noPackagesNext: 'Choose a plan, or ask us for credits.',
  buy: 'Buy',
  buyOf: (name: string) => `Buy: ${name}`,
  credits: (amount: string, name: string) => `${amount} ${name}`,
  perCredit: (price: string) => `${price} each`,
  lastDays: (days: number, count: string) =>
    days === 1 ? 'Good for 1 day' : `Good for ${count} days`,

  autoTopUp: 'Auto-top-up',
  autoTopUpOf: (name: string) => `Auto-top-up of ${name}`,
  autoOff: 'Auto-top-up is off.',
  autoOn: (threshold: string) => `Tops up by itself at ${threshold} or less.`,
  autoPending: 'A top-up is under way…',
  autoResting: 'The last automatic top-up failed, so it rests for a while. Check your card.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  threshold: 'When the balance falls to',
  topUpAmount: 'Add this much',
  package: 'Buy this package',
  choosePackage: 'Choose a package',
  monthlyLimit: 'At most this much a month',
  monthlyLimitHint: 'Leave it empty for no limit.',
  autoSaved: 'Saved.',
  autoDisabled: 'Auto-top-up is turned off. Your settings are kept.',
  fundedByCard: (method: string) => `Charged to ${method}.`,
  fundedByInvoice: 'Each top-up is put on your next invoice.',
  needsCard: 'There is no card to charge yet. Add one, or nothing can be topped up.',
  lastFired: 'Last automatic top-up',
  never: 'Never',
  lastFailed: 'Last failure',
  failures: 'Failures in a row',
  monthToDate: 'Charged this month',
}

/** The log of a wallet. */
export const ledgerWords = {
  title: 'Credit activity',
  type: 'Kind',
  allTypes: 'All kinds',
  what: 'What',
  balanceAfter: 'Balance after',
  empty: 'Nothing has happened yet',
  emptyNext: 'What adds or uses credits is listed here.',
  emptyFiltered: 'Nothing of this kind has happened yet',
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
  GRANT: 'Credits given',
  PLAN_GRANT: 'Credits of your plan',
  DRIP: 'Credits of your plan',
  PROMO: 'Promotional credits',
  PACKAGE_PURCHASE: 'Credit package',
  TOP_UP: 'Top-up',
  AUTO_TOP_UP: 'Automatic top-up',
  ROLLOVER: 'Carried over from the last period',
  USAGE_DEDUCTION: 'Usage',
  RESERVATION_HOLD: 'Held for work under way',
  RESERVATION_RELEASE: 'Hold released',
  RESERVATION_CAPTURE: 'Usage of held credits',
  EXPIRATION: 'Expired',
  VOID: 'Taken back',
  REFUND: 'Refund',
  INVOICE_PAYMENT: 'Payment of an invoice',
  OVERDRAFT_REPAYMENT: 'Overdraft repaid',
  MANUAL_ADJUSTMENT: 'Correction',
  USAGE_REVERSAL: 'Usage taken back',
}

/** The attempts to top up. */
export const topUpWords = {
  title: 'Top-up history',
  empty: 'No top-ups yet',
  emptyNext: 'Every top-up, by you or by itself, is listed here.',
  credits: 'Credits',
  manual: 'By you',
  auto: 'By itself',
  sweeper_replay: 'By itself',
  pending: 'Under way',
  succeeded: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  newer: 'Newer',
  older: 'Older',
}

export const skipReasons = {
  monthly_limit: 'The monthly limit was reached.',
  already_pending: 'Another top-up was under way.',
  backoff: 'It rested after a failure.',
  no_payment_method: 'There was no card to charge.',
  disabled: 'Auto-top-up was off.',
}
