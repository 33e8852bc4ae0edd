import type { Offer, ReadCreditPackage } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import type { PageRest } from '../tiers/ReadCard.ts'
import { isQuestions } from './isQuestions.ts'
import { readAddons } from './readAddons.ts'
import { readCreditPackage, readPackageLine } from './readCreditPackage.ts'
import { readUsagePrices } from './readUsagePrices.ts'

/** Reads what a page offers beside its tiers: packs of credits, unit prices and add-ons. */
export function readPageRest(
  { cards, lines }: PageRest,
  hints: MoneyHints,
): Pick<Offer, 'addons' | 'creditPackages' | 'usagePrices'> {
  const questions = lines.findIndex(({ isHeading, text }) => isHeading && isQuestions(text))
  const told = questions < 0 ? lines : lines.slice(0, questions)
  const packages = [
    ...cards.flatMap((card) => readCreditPackage(card) ?? []),
    ...told.flatMap(({ text }) => readPackageLine(text, hints) ?? []),
  ]
  return {
    addons: readAddons(lines, hints),
    creditPackages: unique(packages),
    usagePrices: readUsagePrices(lines, hints),
  }
}

function unique(packages: ReadCreditPackage[]): ReadCreditPackage[] {
  return packages.filter(
    (one, index) =>
      packages.findIndex(
        ({ credits, amountMinor }) => credits === one.credits && amountMinor === one.amountMinor,
      ) === index,
  )
}
