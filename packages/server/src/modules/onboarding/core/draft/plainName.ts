const MAX_NAME = 120
/** Marks that pages put before a line: ticks, bullets, dashes, emoji. */
const LEADING_MARKS = /^(?:[\s✓✔☑•·●▪➤→–—*-]|\p{Emoji_Presentation}|\u{FE0F}|\u{200D})+/u

/** A name as it can be stored and shown: one line, no control characters, not too long. */
export function plainName(text: string, max = MAX_NAME): string {
  const line = plainText(text)
  const name = (line.replace(LEADING_MARKS, '') || line).replace(/[\s:;,]+$/, '')
  return shorten(name, max)
}

/** One line of text that any database can store. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** At most so long, without cutting a character in two. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1)
  return `${whole.trimEnd()}…`
}
