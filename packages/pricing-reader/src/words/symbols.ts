/**
 * Characters with a meaning on pricing pages in any language, for use in character classes of
 * regular expressions with the flag `u`. Signs of currencies are in `price/currencySigns.ts`.
 */

/** Included. */
export const TICKS = '✓✔☑✅🗸'
/** Included, in a cell of a comparison only: dots, circles and stars. */
export const DOTS = '●•⬤◉★✦○◯◎'
/** Not included. */
export const CROSSES = '✗✘✕✖❌🚫⛔☒⨯❎'
/** Not included, if a line or cell has nothing else. The hyphen is last, so it forms no range. */
export const DASHES = '–—−‒-'
