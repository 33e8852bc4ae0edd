import { anyOf } from '../words/composeWords.ts'
import { SWITCH_VARIANT_NAMES } from './markupNames.ts'
import type { PageNode } from './PageNode.ts'

const MONTHLY = new RegExp(
  `(^|[^a-z])${anyOf(({ monthlyInCode }) => monthlyInCode)}([^a-z]|$)`,
  'i',
)
const YEARLY = new RegExp(`(^|[^a-z])${anyOf(({ yearlyInCode }) => yearlyInCode)}([^a-z]|$)`, 'i')
const ALONE = new RegExp(
  `^(?:${anyOf(({ monthlyInCode }) => monthlyInCode)}|${anyOf(({ yearlyInCode }) => yearlyInCode)})$`,
  'i',
)
const NAMING_ATTRIBUTES = [
  'class',
  'id',
  'data-billing',
  'data-period',
  'data-interval',
  'data-plan-type',
  'data-cycle',
  'x-show',
  'v-if',
  'v-show',
  'ng-show',
  'ng-if',
]

/** The interval in the attributes of an element that a billing switch shows or hides. */
export function intervalInNames({ attrs }: PageNode): 'month' | 'year' | undefined {
  const names = NAMING_ATTRIBUTES.map((name) => attrs.get(name) ?? '')
    .concat(dataAlone(attrs))
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
  const [isMonthly, isYearly] = [MONTHLY.test(names), YEARLY.test(names)]
  if (isMonthly === isYearly) return undefined
  return isMonthly ? 'month' : 'year'
}

/** Returns true for one of the elements between which a billing switch chooses. */
export const isSwitchVariant = ({ attrs, classes }: PageNode): boolean =>
  classes.some((name) => SWITCH_VARIANT_NAMES.test(name)) || dataAlone(attrs).length > 0

/** Attributes whose whole value is an interval: `data-price="annual"`. */
const dataAlone = (attrs: PageNode['attrs']): string[] =>
  [...attrs].flatMap(([name, value]) =>
    name.startsWith('data-') && ALONE.test(value) ? value : [],
  )
