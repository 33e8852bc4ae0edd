import { ICON_WORD } from '../page/markupNames.ts'
import { BOUND } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'

const DECORATION =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200b-\u200c\u2060\u00ad\ufeff]|\u200d|[\ufe0e\ufe0f]|\u20e3)/gu
const BULLET =
  /^[\s•·●○◦▪▫■□▸▹►▶‣⁃∙◆◇★☆✦✧✓✗✘✕×→➔➜➝»›>*・|\-–—]+(?=[\p{L}\p{N}([+∞¿¡"'“‘「『\p{Sc}~≤<#@])/u
/** A plus sign before a word is a bullet. Before a number it means an amount. */
const PLUS_BULLET = /^\+\s*(?=\p{L})/u
const FOOTNOTE = /(?:\s*(?:\*+|[†‡§]|\[\d{1,2}\]|[⁰¹²³⁴-⁹]))+$/u

/** Asides about the availability of a feature. */
const NOTE = new RegExp(String.raw`\s*[([（]${anyOf(({ note }) => note)}[)\]）]`, 'giu')

/** Words that touch in the text of a page although its layout separates them: "5,000credits". */
const TOUCHING = new RegExp(
  String.raw`(?<=\d)(?=${anyOf(({ touchingUnit }) => touchingUnit)}(?![\p{L}]))|(?<=(?<![\p{L}])${anyOf(({ touchingCredit }) => touchingCredit)})(?=${anyOf(({ touchingNext }) => touchingNext)}(?=\s|$|[a-z]{2,4}(?![\p{L}])))`,
  'giu',
)

/** Removes decoration from a line: emoji, bullets, ticks, footnote marks and odd spaces. */
export function plainLine(text: string): string {
  return text
    .slice(0, BOUND.featureLine)
    .normalize('NFC')
    .replace(DECORATION, ' ')
    .replace(NOTE, ' ')
    .replace(TOUCHING, ' ')
    .replace(/(?<=\p{L})\((s|es|n|en|e|x)\)(?![\p{L}])/giu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(BULLET, '')
    .replace(PLUS_BULLET, '')
    .replace(ICON_WORD, '')
    .replace(FOOTNOTE, '')
    .trim()
}
