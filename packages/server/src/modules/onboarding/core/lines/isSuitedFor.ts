import { wordPattern } from './wordPattern.ts'

const SUITS = wordPattern(
  '^(?:perfect|ideal|great|best|good|made|built|designed|suited|suitable|recommended|right) (?:for|if|when)|^for (?!teams up|up to|each)(?:[\\p{L}&]+[- ]){0,6}(?:who|that|and|&|teams?|businesses|companies|users?|projects?|developers?|individuals?|professionals?|creators?|minds?|investors?|organi[sz]ations?)|^ideal para|^perfeito para|^perfecto para|^idéal pour|^parfait pour|^pour les?|^para (?:quem|equipos|empresas|times)|^ideal für|^perfekt für|^für (?:\\p{L}+ )*(?:teams|unternehmen|einsteiger|profis)|^dành cho|^phù hợp (?:cho|với)|^ideaal voor|^perfect voor|^ideale per|^perfetto per|^idealny dla|^идеально для|^подходит для|^для (?:\\p{L}+ )*(?:команд|бизнеса|компаний)',
)
const EASTERN_SUITS =
  /(?:の方へ?|に最適|向け|にぴったり|분들을 위한|에 적합|적합한|适合.*|适用于.*)$/u

/** Whether a line is about whom a tier suits. */
export function isSuitedFor(text: string): boolean {
  return SUITS.test(text) || EASTERN_SUITS.test(text)
}
