import { createHash } from 'node:crypto'

const MAX_WORDS = 50
const HASH = 8

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** Transliteration as in passports (ICAO), without the soft and hard signs. */
const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
}
const GREEK: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}
const SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK }),
)

/** Converts text to lower-case ASCII letters as far as possible. */
export const spellOut = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  ]
    .map((letter) => SPELLING.get(letter) ?? letter)
    .join('')

/**
 * Derives a slug from a name. Latin, Cyrillic and Greek are transliterated. A name in another
 * script, or without letters and digits, gets a hash of the name.
 */
export function slugFor(name: string): string {
  const spelt = spellOut(name).replace(/['’]/g, '').replace(/\+/g, ' plus ').replace(/&/g, ' and ')
  const words = spelt.split(/[^a-z0-9]+/).filter(Boolean)
  const isWhole = words.length > 0 && !/[^a-z]/.test(spelt.replace(/[^\p{L}]+/gu, ''))
  return isWhole ? cut(words) : [...(words.length > 0 ? [cut(words)] : ['x']), hash(name)].join('-')
}

/** As many whole words as fit. */
function cut(words: readonly string[]): string {
  const [first = '', ...others] = words
  let slug = first.slice(0, MAX_WORDS)
  for (const word of others) {
    if (slug.length + 1 + word.length > MAX_WORDS) break
    slug += `-${word}`
  }
  return slug
}

const hash = (name: string): string =>
  createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, HASH)
