import { isSeat } from './isSeat.ts'
import { titled } from './titled.ts'
import { plural, singular } from './unitWords.ts'
import { MEASURED, VERBS } from './usageNouns.ts'

/** The name of a feature after the unit that the page prices: "crawl page" gives "Crawl pages". */
export const nameUnits = (unit: string): string =>
  titled(
    unit.replace(/[a-z]{3,}$/i, (word) => {
      const noun = word.toLowerCase()
      const isCounted = MEASURED.has(noun) || VERBS.has(noun) || isSeat(noun)
      if (!isCounted || singular(noun) !== noun || (word !== noun && /[A-Z]/.test(word.slice(1))))
        return word
      return word.slice(0, 1) + plural(noun).slice(1)
    }),
  )
