import { type CardBehaviour, cardBehaviours, testCards } from '../../core/testCards.ts'

/** A number that the form takes, and what the provider is told in its place. */
export interface FormCard {
  readonly number: string
  readonly brand: string
  readonly behaviour: CardBehaviour
  readonly label: string
}

/** Cards of other brands, so that their looks and lengths can be tried as well. */
const otherBrands: readonly FormCard[] = [
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'success', label: 'Succeeds' },
  { number: '378282246310005', brand: 'amex', behaviour: 'success', label: 'Succeeds' },
  { number: '6011111111111117', brand: 'discover', behaviour: 'success', label: 'Succeeds' },
]

/** Every card that the form takes. No other number leaves the field in which it was typed. */
export const formCards: readonly FormCard[] = [
  ...cardBehaviours.map((behaviour) => {
    const { number, brand, label } = testCards[behaviour]
    return { number, brand, behaviour, label }
  }),
  ...otherBrands,
]
