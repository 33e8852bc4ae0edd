import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readPricingPage } from '../../packages/pricing-reader/src/index.ts'
import type { Offer, ReadPrice } from '../../packages/pricing-reader/src/offer.ts'
import { decodePage } from '../../packages/server/src/modules/onboarding/page/pageBytes.core.ts'

const { values } = parseArgs({ options: { in: { type: 'string' }, out: { type: 'string' } } })
if (!values.in || !values.out) {
  console.error(
    'Set the folders to read and to write: --in DIR --out DIR. The first must contain NAME/page.html.',
  )
  process.exit(2)
}
const from = resolve(values.in)
const to = resolve(values.out)
if (!existsSync(from)) {
  console.error(`There is no folder ${from}. Set --in to the folder that contains the pages.`)
  process.exit(2)
}
const names = readdirSync(from).filter((name) => existsSync(join(from, name, 'page.html')))
if (names.length === 0) {
  console.error(`There are no pages in ${from}. Each page must be in a file NAME/page.html.`)
  process.exit(2)
}
mkdirSync(to, { recursive: true })
for (const name of names.sort()) {
  const html = decodePage(readFileSync(join(from, name, 'page.html')), '')
  const began = performance.now()
  const { offer } = readPricingPage(html)
  const took = performance.now() - began
  writeFileSync(join(to, `${name}.json`), `${JSON.stringify(toPrediction(offer), null, 2)}\n`)
  console.log(`${name.padEnd(28)} ${took.toFixed(0).padStart(5)} ms  ${offer.tiers.length} tiers`)
}

/** Converts an offer to the format of the scorer. */
function toPrediction(offer: Offer): object {
  return {
    product: offer.product,
    currency: offer.currency,
    tiers: offer.tiers.map(({ prices, ...tier }) => ({ ...tier, prices: prices.map(priceOf) })),
    addons: offer.addons.map(({ prices, ...addon }) => ({ ...addon, prices: prices.map(priceOf) })),
    creditPackages: offer.creditPackages,
    usagePrices: offer.usagePrices,
    missed: offer.missed,
  }
}

function priceOf({ isFrom, printed, ...price }: ReadPrice): object {
  return { ...price, ...(isFrom ? { from: true } : {}), ...(printed ? { equiv: [printed] } : {}) }
}
