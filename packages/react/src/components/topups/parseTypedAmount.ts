type AmountProblem = 'empty' | 'not_a_number' | 'too_many_decimals' | 'zero' | 'too_much'

export type ParsedAmount =
  | { readonly minorUnits: number; readonly problem: null }
  | { readonly minorUnits: null; readonly problem: AmountProblem }

interface AmountRules {
  readonly locale: string
  /** Decimal places of the wallet's minor unit. */
  readonly scale: number
  /** Maximum decimal places in the input. Default: `scale`. The rest is filled with zeros. */
  readonly decimals?: number | undefined
  readonly mayBeZero?: boolean | undefined
}

/** The most digits that a number represents exactly. */
const MAX_DIGITS = 15

/** Converts the input to minor units, digit by digit: `12.50` dollars is 1250. */
export function parseTypedAmount(
  text: string,
  { locale, scale, decimals = scale, mayBeZero = false }: AmountRules,
): ParsedAmount {
  const typed = text.replace(/[\s'’]|\p{Sc}/gu, '').replace(/^[A-Z]{2,3}|[A-Z]{2,3}$/g, '')
  if (typed === '') return refuse('empty')
  const parts = splitDecimal(typed, locale)
  if (parts === null) return refuse('not_a_number')
  const fraction = parts.fraction.replace(/0+$/, '')
  if (fraction.length > decimals) return refuse('too_many_decimals')
  const digits = (parts.whole + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_DIGITS) return refuse('too_much')
  const minorUnits = Number(digits)
  return minorUnits === 0 && !mayBeZero ? refuse('zero') : { minorUnits, problem: null }
}

const refuse = (problem: AmountProblem): ParsedAmount => ({ minorUnits: null, problem })

/** A comma or point separates thousands only if the locale says so and three digits follow. */
function splitDecimal(text: string, locale: string): { whole: string; fraction: string } | null {
  const group = groupOf(locale)
  const point = group === '.' ? ',' : '.'
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${point}(\\d*))?$`).exec(text)
  if (grouped) {
    const [whole = ''] = text.split(point)
    return { whole: whole.replaceAll(group, ''), fraction: grouped[1] ?? '' }
  }
  const plain = /^(\d*)(?:[.,](\d*))?$/.exec(text)
  if (!plain || !/\d/.test(text)) return null
  return { whole: plain[1] || '0', fraction: plain[2] ?? '' }
}

const groupOf = (locale: string): '.' | ',' =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ value }) => value === ',') ? '.' : ','
