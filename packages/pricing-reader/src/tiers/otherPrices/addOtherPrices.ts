import type { ParsedPage } from '../../page/html/parsePage.ts'
import type { PageModel } from '../../page/readModel.ts'
import { foldName } from '../../words/tierNames.ts'
import type { HiddenCards } from '../findHiddenCards.ts'
import type { FoundTier } from '../readTier.ts'
import { addPrices } from './addPrices.ts'
import { readAttributes } from './readAttributes.ts'
import { readBullets, readHidden, readHiddenCards } from './readCardPrices.ts'
import { readJsonLd, taggedPrices } from './readJsonLd.ts'
import { readMentions } from './readMentions.ts'
import { readScripts } from './readScripts.ts'

/**
 * Adds the missing monthly or yearly price to tiers that show only one of them. The sources nearest
 * to the visible price come first.
 */
export function addOtherPrices(
  foundTiers: readonly FoundTier[],
  currency: string,
  page: ParsedPage,
  model: PageModel,
  hidden: HiddenCards,
): void {
  const tiers = foundTiers.map(({ tier }) => tier)
  const cards = foundTiers.map(({ node }) => node)
  const tagged = readJsonLd(page)
  const panels = readHiddenCards(hidden)
  const scripted = readScripts(page, currency, model.hints)
  for (const { tier, node } of foundTiers) {
    if (!tier.prices.some(({ amountMinor }) => amountMinor > 0)) continue
    const name = foldName(tier.name)
    addPrices(tier, readBullets(node, model))
    addPrices(tier, readHidden(node, model))
    addPrices(tier, panels.get(name) ?? [])
    addPrices(tier, readAttributes(node, currency, model.hints))
    addPrices(tier, readMentions(tier, tiers, cards, model))
    addPrices(
      tier,
      scripted.filter(({ names }) => names.includes(name)),
    )
    addPrices(tier, taggedPrices(tier.name, currency, tagged))
  }
}
