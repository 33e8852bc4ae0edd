const AVAILABILITY =
  /(?:\s*[-–—:,]\s*|\s+)(?:coming soon|included|incl\.|inklusive|enthalten|inbegriffen|inclus(?:es?)?|compris(?:es?)?|incluid[oa]s?|inclus[oi]s?|inclusas?|incluso|включен[оаы]?|включено|в комплекте|max(?:imum|imal)?\.?|付き|포함)\s*[!.]?$/iu
const LEAD =
  /^(?:(?:includes?|including|get|enjoy|access to|includ(?:es|ing) access to|enthält|inklusive|inkl\.|inclut|incluye|inclui|включает|доступ к)\s+)(?=\p{L})/iu
/** What a feature costs beside the tier is not of its name: "Review — £30". */
const PRICED =
  /\s*(?:[-–—:(]|(?<=\s)(?:at|for|from|für|ab|à|por|за))\s*(?:\p{Sc}\s?\d|\d[\d.,]*\s?\p{Sc}).*$/u
const EXPLANATION = /\s*[([（]([^()（）[\]]{1,200})[)\]）]/gu

/** The words by which a feature is called: without asides, "included", and the sentence after it. */
export function featureName(text: string): string {
  const name = text
    .replace(EXPLANATION, (whole, inside: string) => (isExplanation(inside) ? ' ' : whole))
    .replace(PRICED, '')
    .replace(/\s*[-–—]\s*(?=,)/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/\s+,/gu, ',')
    .trim()
    .replace(AVAILABILITY, '')
    .replace(LEAD, '')
    .replace(/^[\s,;:.·|/+&–—-]+/u, '')
    .replace(/[\s,;:·|/+&–—-]+$/u, '')
    .replace(/(?<!\b(?:etc|inc|vs))\.$/u, '')
    .trim()
  return shortened(withoutSentence(name))
}

/** A short word in brackets names a thing more closely ("SSO (SAML)"); a long one explains. */
function isExplanation(inside: string): boolean {
  return inside.split(/\s+/u).length > 3 || inside.length > 28
}

/** "Webhooks: real-time events sent to your own server": what comes after a name of its own explains it. */
function withoutSentence(name: string): string {
  const cut = /^(.{3,60}?)(?:\s+[-–—]\s+|:\s+|\.\s+)(.+)$/u.exec(name)
  if (cut?.[1] === undefined || cut[2] === undefined) return name
  return cut[2].split(/\s+/u).length > 6 && cut[1].split(/\s+/u).length <= 6 ? cut[1] : name
}

function shortened(name: string): string {
  if (name.length <= 100) return name
  const cut = name.slice(0, 100)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 40)).replace(/[\s,;:–—-]+$/u, '')
}
