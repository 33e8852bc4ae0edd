/** What is said around cards, payments and checkouts. */
export const paymentWords = {
  formTitle: 'Card details',
  formNotLoaded: 'The payment form could not be loaded. Nothing was charged.',
  unknownProvider: (provider: string) =>
    `This page cannot show the form of the payment provider “${provider}”. Nothing was charged.`,
  cardRefused: 'The card was not accepted. Try another one.',
  pay: 'Pay',
  saveCard: 'Save card',
  done: 'Done',

  paymentTitle: 'Payment',
  setupTitle: 'Add a card',
  amountToPay: (amount: string) => `To pay: ${amount}`,
  waitingForPayment: 'Your card was accepted. We are waiting for the payment to be booked…',
  waitingForCard: 'Your card was accepted. It is being saved…',
  processing: (amount: string) =>
    `Your payment of ${amount} is on its way. Your bank has not answered yet; you are not charged twice.`,
  notToldYet:
    'Your bank has not told us how it ended yet. It is booked by itself as soon as it has: you may close this.',
  expired: 'This took too long and was closed. Nothing was charged. Please begin again.',
  paid: (amount: string) => `Paid: ${amount}. Thank you.`,
  cardSaved: 'Your card is saved.',
  chargedInline: (amount: string) => `${amount} was charged to your card. Thank you.`,
  invoiceAdded: (amount: string) => `Done. ${amount} will be on your next invoice.`,
  created: 'Done. Nothing was charged.',
  createdTrial: (date: string) => `Your trial has begun. Nothing is charged until ${date}.`,
  deferred: (date: string) => `Noted. It takes effect on ${date}.`,
  nothingToDo: 'There was nothing to do.',
}
