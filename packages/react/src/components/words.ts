import { commonWords } from './words/commonWords.ts'
import { paymentWords } from './words/paymentWords.ts'

/** All texts of the components, in English; a theme replaces them in part or whole. */
export const words = {
  common: commonWords,
  payments: paymentWords,
}
export type Words = typeof words
export type PartialWords = { readonly [Section in keyof Words]?: Partial<Words[Section]> }

/** Texts with others in their place. */
export function joinWords(all: Words, some: PartialWords = {}): Words {
  return Object.fromEntries(
    Object.entries(all).map(([section, texts]) => [
      section,
      { ...texts, ...some[section as keyof Words] },
    ]),
  ) as Words
}
