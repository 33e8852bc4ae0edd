import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditCurrency } from './core/catalogObjects.ts'
import { creditCurrencyKind } from './read/metering.ts'
import { archiveObject } from './store.ts'

/** Closes a credit currency to new use; balances in it stay spendable. */
export const archiveCreditCurrency = (
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
): Promise<CreditCurrency> => archiveObject(tx, scope, creditCurrencyKind, idOrSlug)
