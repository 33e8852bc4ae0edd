import type { BodyOf, organizationEndpoints, Problem } from '@purser/contract'
import { isCurrency } from '../../kernel/currency.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isTimezone } from '../../kernel/timezone.ts'
import type { Tx } from '../../platform/db/database.ts'
import { updateEnvironment } from './store.ts'

/** Changes settings and branding of this environment only. */
export async function updateOrganization(
  tx: Tx,
  scope: Scope,
  changes: BodyOf<typeof organizationEndpoints.updateOrganization>,
): Promise<void> {
  const problems: Problem[] = []
  if (changes.defaultCurrency !== undefined && !isCurrency(changes.defaultCurrency)) {
    problems.push({
      path: 'defaultCurrency',
      message: `"${changes.defaultCurrency}" is no currency`,
    })
  }
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    problems.push({ path: 'timezone', message: `"${changes.timezone}" is no IANA time zone` })
  }
  if (problems.length > 0) throw invalidRequest(problems)
  await updateEnvironment(tx, scope.environmentId, changes, scope.now)
}
