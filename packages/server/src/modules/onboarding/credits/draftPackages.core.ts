import { money, positiveQuantity } from '@purser/contract'
import type { ReadCreditPackage } from '@purser/pricing-reader'
import type { DraftEntry } from '../draft/CatalogDraft.core.ts'
import { type Metering, prefixSlug } from '../draft/draftMetering.core.ts'
import { type Notes, plainGrounds, plainName, type SlugBook } from '../draft/names.core.ts'
import { slugFor } from '../draft/slugFor.core.ts'
import { wordsOf } from '../units/units.core.ts'
import type { DraftCurrency } from './draftCurrency.core.ts'
import type { PageCredits } from './readCredits.core.ts'

interface PackageContext {
  productSlug: string
  /** Set if the page has only one tier. Packages then belong to it. */
  onlyTier: string | null
  currency: DraftCurrency
  credits: PageCredits
  metering: Metering
  slugs: SlugBook
  notes: Notes
}

/** Drafts the credit packages. */
export function draftPackages(
  packages: readonly ReadCreditPackage[],
  { productSlug, onlyTier, currency, credits, metering, slugs, notes }: PackageContext,
): DraftEntry[] {
  const drafted = new Set<string>()
  return packages.flatMap((read): DraftEntry[] => {
    const creditCurrency = currencyOf(read, credits)
    const isSound =
      positiveQuantity.safeParse(read.credits).success && money.safeParse(read.amountMinor).success
    const said = plainName(read.name ?? '')
    if (!creditCurrency || !isSound || !currency.holdsAmounts) {
      notes.miss(
        `A credit package${said && ` ("${said}")`} is left out, because its price or number of credits is not valid.`,
      )
      return []
    }
    const same = `${creditCurrency.key} ${read.credits} ${read.amountMinor}`
    if (drafted.has(same)) return []
    drafted.add(same)
    const number = read.credits.toLocaleString('en-US')
    const name = said || `${number} ${creditCurrency.name}`
    return [
      {
        kind: 'creditPackage',
        slug: slugs.claim(
          'creditPackage',
          prefixSlug(
            productSlug,
            said ? slugFor(said) : slugFor(`${read.credits} ${creditCurrency.name}`),
          ),
        ),
        name,
        entry: {
          name,
          creditCurrencyId: metering.currencySlug(creditCurrency),
          credits: read.credits,
          price: read.amountMinor,
          currency: currency.code,
          ...(onlyTier !== null && { tierId: onlyTier }),
        },
        ...plainGrounds(read, currency.trust),
      },
    ]
  })
}

/** The credit currency that a package names, or else the first one. */
function currencyOf({ name = '', evidence }: ReadCreditPackage, { currencies }: PageCredits) {
  const words = ` ${wordsOf(`${name} ${evidence}`).join(' ')} `
  return currencies.find(({ key }) => words.includes(` ${key} `)) ?? currencies[0] ?? null
}
