import { type ReactElement, useId } from 'react'

interface PriceListProps {
  readonly title: string
  readonly items: readonly { readonly id: string; readonly name: string; readonly price: string }[]
}

/** What can be bought besides a plan; nothing when there is nothing. */
export function PriceList({ title, items }: PriceListProps): ReactElement | null {
  const titleId = useId()
  if (items.length === 0) return null
  return (
    <section className="purser-panel purser-price-list" aria-labelledby={titleId}>
      <h3 id={titleId} className="purser-card-title">
        {title}
      </h3>
      <ul>
        {items.map(({ id, name, price }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="purser-soft">{price}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
