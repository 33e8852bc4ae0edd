/**
 * The test cards and their behavior. Both the form in the browser and the provider use this file.
 */

export const cardBehaviours = [
  'success',
  'decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'fails_later',
  'challenge_at_setup',
  'challenge_always',
] as const
export type CardBehaviour = (typeof cardBehaviours)[number]

/** The reason for a refusal, with a message for the customer. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** True if the same card may work later. */
  readonly isRetryable: boolean
}

/** The use of a card: saving it, paying in a form, or charging it later without the customer. */
type Moment = 'setup' | 'form' | 'charge'
type Verdict = 'accept' | 'challenge' | 'refuse'

interface TestCard {
  /** A number without a real account. It is typed into the form and never leaves the browser. */
  readonly number: string
  readonly brand: string
  readonly label: string
  readonly verdicts: Readonly<Record<Moment, Verdict>>
  readonly refusal: Refusal | null
}

const everywhere = (verdict: Verdict): TestCard['verdicts'] => ({
  setup: verdict,
  form: verdict,
  charge: verdict,
})

const DECLINED: Refusal = {
  code: 'generic_decline',
  message: 'Your card was declined. Try another card, or ask your bank why.',
  isRetryable: true,
}

const EXPIRED: Refusal = {
  code: 'expired_card',
  message: 'Your card has expired. Use another card.',
  isRetryable: false,
}

export const FAILED_CHALLENGE: Refusal = {
  code: 'authentication_failed',
  message: 'Your bank could not confirm that it was you. Try again, or use another card.',
  isRetryable: false,
}

export const testCards: Readonly<Record<CardBehaviour, TestCard>> = {
  success: {
    number: '4242424242424242',
    brand: 'visa',
    label: 'Succeeds',
    verdicts: everywhere('accept'),
    refusal: null,
  },
  decline: {
    number: '4000000000000002',
    brand: 'visa',
    label: 'Is declined',
    verdicts: everywhere('refuse'),
    refusal: DECLINED,
  },
  insufficient_funds: {
    number: '4000000000009995',
    brand: 'visa',
    label: 'Has insufficient funds',
    verdicts: everywhere('refuse'),
    refusal: {
      code: 'insufficient_funds',
      message: 'Your card has insufficient funds. Use another card, or try again later.',
      isRetryable: true,
    },
  },
  lost_card: {
    number: '4000000000009987',
    brand: 'visa',
    label: 'Was reported lost',
    verdicts: everywhere('refuse'),
    refusal: {
      code: 'lost_card',
      message: 'Your card was declined. Use another card.',
      isRetryable: false,
    },
  },
  stolen_card: {
    number: '4000000000009979',
    brand: 'visa',
    label: 'Was reported stolen',
    verdicts: everywhere('refuse'),
    refusal: {
      code: 'stolen_card',
      message: 'Your card was declined. Use another card.',
      isRetryable: false,
    },
  },
  expired_card: {
    number: '4000000000000069',
    brand: 'visa',
    label: 'Has expired',
    verdicts: everywhere('refuse'),
    refusal: EXPIRED,
  },
  incorrect_cvc: {
    number: '4000000000000127',
    brand: 'visa',
    label: 'Has the wrong security code',
    verdicts: everywhere('refuse'),
    refusal: {
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect. Check it and try again.",
      isRetryable: false,
    },
  },
  processing_error: {
    number: '4000000000000119',
    brand: 'visa',
    label: 'Fails with a bank error',
    verdicts: everywhere('refuse'),
    refusal: {
      code: 'processing_error',
      message: 'Your bank could not process the payment right now. Try again in a moment.',
      isRetryable: true,
    },
  },
  fails_later: {
    number: '4000000000000341',
    brand: 'visa',
    label: 'Is saved, then every charge is declined',
    verdicts: { setup: 'accept', form: 'refuse', charge: 'refuse' },
    refusal: DECLINED,
  },
  challenge_at_setup: {
    number: '4000002500003155',
    brand: 'visa',
    label: 'Asks for confirmation once, then succeeds',
    verdicts: { setup: 'challenge', form: 'challenge', charge: 'accept' },
    refusal: null,
  },
  challenge_always: {
    number: '4000002760003184',
    brand: 'visa',
    label: 'Asks for confirmation of every payment',
    verdicts: everywhere('challenge'),
    refusal: null,
  },
}

/** A card as the provider stores it, without its number. */
export interface StoredCard {
  readonly behaviour: CardBehaviour
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** Decides the bank's answer to the use of a card. */
export function decideCardOutcome(
  card: StoredCard,
  moment: Moment,
  now: Date,
): { verdict: 'accept' | 'challenge' } | { verdict: 'refuse'; refusal: Refusal } {
  if (hasExpired(card, now)) return { verdict: 'refuse', refusal: EXPIRED }
  const { verdicts, refusal } = testCards[card.behaviour]
  const verdict = verdicts[moment]
  return verdict === 'refuse' ? { verdict, refusal: refusal ?? DECLINED } : { verdict }
}

/** A card is valid until the end of its month. */
const hasExpired = ({ expMonth, expYear }: StoredCard, now: Date): boolean =>
  now.getTime() >= Date.UTC(expYear, expMonth)

/** A card number that the form accepts, and the behavior that the form sends instead of it. */
export interface FormCard {
  readonly number: string
  readonly brand: string
  readonly behaviour: CardBehaviour
  readonly label: string
}

/** Cards of other brands, to try their formats. */
const otherBrands: readonly FormCard[] = [
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'success', label: 'Succeeds' },
  { number: '378282246310005', brand: 'amex', behaviour: 'success', label: 'Succeeds' },
  { number: '6011111111111117', brand: 'discover', behaviour: 'success', label: 'Succeeds' },
]

/** All cards that the form accepts. Any other number stays in its input field. */
export const formCards: readonly FormCard[] = [
  ...cardBehaviours.map((behaviour) => {
    const { number, brand, label } = testCards[behaviour]
    return { number, brand, behaviour, label }
  }),
  ...otherBrands,
]
