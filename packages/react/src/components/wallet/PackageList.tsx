import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { PackageGrid } from './PackageGrid.tsx'

export interface PackageListProps {
  /** Or its slug; left out, the packages of all currencies. */
  readonly creditCurrencyId?: string | undefined
  readonly className?: string | undefined
}

/** The credit packages that are on sale, to buy. */
export function PackageList({ creditCurrencyId, className }: PackageListProps): ReactElement {
  const { wallet } = useWords()
  return (
    <Card title={wallet.packagesTitle} className={classNames('purser-package-list', className)}>
      <PackageGrid creditCurrencyId={creditCurrencyId} />
    </Card>
  )
}
