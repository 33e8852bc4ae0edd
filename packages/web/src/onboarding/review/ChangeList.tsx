import type { CatalogChange } from '@purser/contract/client'
import type { ReactElement } from 'react'
import type { Catalog } from '../catalog/Catalog.ts'
import { describeChanges } from '../catalog/describeChanges.ts'

interface ChangeListProps {
  readonly changes: readonly CatalogChange[]
  readonly catalog: Catalog
}

export const ChangeList = ({ changes, catalog }: ChangeListProps): ReactElement => (
  <ul className="change-list">
    {describeChanges(changes, catalog).map(({ action, title, names, fields }) => (
      <li key={`${title} ${names.join()}`} data-action={action}>
        <p>
          {title} <strong>{names.join(' · ')}</strong>
        </p>
        {fields.length > 0 && (
          <dl className="change-fields">
            {fields.map(({ label, before, after }, index) => (
              <div key={`${label} ${index}`}>
                <dt>{label}</dt>
                <dd>
                  <del>
                    <span className="purser-hidden">before: </span>
                    {before}
                  </del>{' '}
                  <span aria-hidden="true">→</span>{' '}
                  <ins>
                    <span className="purser-hidden">after: </span>
                    {after}
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </li>
    ))}
  </ul>
)
