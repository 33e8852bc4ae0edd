import type { CardField } from './checkCard.ts'

/** Where the customer goes on after a refusal; a processing error asks for the same card again. */
const byCode: Readonly<Record<string, CardField | null>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  processing_error: null,
}

/** The field to correct after a refusal: another card, unless its code says better; null for none. */
export const fieldToCorrect = (code: string): CardField | null => {
  const field = byCode[code]
  return field === undefined ? 'number' : field
}
