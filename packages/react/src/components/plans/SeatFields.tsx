import type { ReactElement } from 'react'
import type { PricingPlan } from '../pricing/PricingTier.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Field } from '../ui/Field.tsx'

interface SeatFieldsProps {
  readonly plan: PricingPlan
  /** undefined: the plan sells no seats. */
  readonly quantities: Readonly<Record<string, number>> | undefined
  readonly onChange: (quantities: Readonly<Record<string, number>>) => void
}

/** Fields for the number of seats; nothing for a plan without seats. */
export function SeatFields({ plan, quantities, onChange }: SeatFieldsProps): ReactElement | null {
  const { checkout: words } = useWords()
  if (quantities === undefined) return null
  return (
    <>
      {seatCharges(plan).map(({ featureSlug, name }) => (
        <Field key={featureSlug} label={words.seats(name)}>
          {(input) => (
            <input
              {...input}
              className="purser-input"
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              defaultValue={quantities[featureSlug]}
              onChange={({ target }) => {
                // An invalid number is not sent. The field shows the problem.
                if (target.validity.valid && target.value !== '') {
                  onChange({ ...quantities, [featureSlug]: target.valueAsNumber })
                }
              }}
            />
          )}
        </Field>
      ))}
    </>
  )
}

interface SeatCharge {
  readonly featureSlug: string
  readonly name: string
  /** The default number of seats. */
  readonly quantity: number
}

/** Lists the features that a plan sells by the seat, each once. */
function seatCharges({ charges }: Pick<PricingPlan, 'charges'>): readonly SeatCharge[] {
  const seats = charges.flatMap(({ type, featureSlug, name, quantity }) =>
    type === 'recurring' && featureSlug !== null
      ? [{ featureSlug, name, quantity: quantity ?? 1 }]
      : [],
  )
  return seats.filter(
    ({ featureSlug }, at) => seats.findIndex((seat) => seat.featureSlug === featureSlug) === at,
  )
}

type Quantities = Readonly<Record<string, number>>

/** The seats that a plan sells, with the previous numbers; undefined if it sells none. */
export function countSeats(plan: PricingPlan, before: Quantities): Quantities | undefined {
  const charges = seatCharges(plan)
  if (charges.length === 0) return undefined
  return Object.fromEntries(
    charges.map(({ featureSlug, quantity }) => [featureSlug, before[featureSlug] ?? quantity]),
  )
}
