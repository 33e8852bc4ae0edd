import { brandRules, detectBrand } from './cardBrand.ts'

/** What a field holds after a change, and where its caret stands. */
export interface Typed {
  readonly text: string
  readonly caret: number
}

/** What the customer did to a field. */
export interface Edit extends Typed {
  readonly kind: 'insert' | 'delete_backward' | 'delete_forward'
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The digits as they stand on the card, with the caret after the same digit as before. */
export function formatCardNumber({ text, caret, kind }: Edit): Typed {
  const { groups, lengths } = brandRules[detectBrand(digitsOf(text))]
  const formatted = inGroups(digitsOf(text).slice(0, lengths.at(-1)), groups)
  const at = caretAfter(formatted, digitsOf(text.slice(0, caret)).length)
  // Deleting a gap forwards deletes nothing: the caret goes over it instead of standing still.
  const isBeforeGap = kind === 'delete_forward' && formatted[at] === ' '
  return { text: formatted, caret: isBeforeGap ? at + 1 : at }
}

function inGroups(digits: string, groups: readonly number[]): string {
  let start = 0
  const parts = groups.map((length) => {
    start += length
    return digits.slice(start - length, start)
  })
  return parts.filter((part) => part !== '').join(' ')
}

/** The place right after the given count of digits. */
export function caretAfter(text: string, digits: number): number {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  return place
}

/** The checksum that every card number ends with: it catches a mistyped digit. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits !== '' && sum % 10 === 0
}
