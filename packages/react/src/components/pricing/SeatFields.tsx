import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Field } from '../ui/Field.tsx'
import type { PricingPlan } from './PricingTier.ts'
import { seatCharges } from './seatCharges.ts'

interface SeatFieldsProps {
  readonly plan: PricingPlan
  /** undefined: the plan sells no seats. */
  readonly quantities: Readonly<Record<string, number>> | undefined
  readonly onChange: (quantities: Readonly<Record<string, number>>) => void
}

/** How many seats; nothing for a plan that sells none. */
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
                // What is no number of seats is not asked for; the field says so by itself.
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
