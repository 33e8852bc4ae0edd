/** Matches text that needs no quotes in an array literal. `null` in any case would mean NULL. */
const PLAIN = /^(?!null$)[A-Za-z0-9_.:+-]+$/i

const quote = (value: string): string =>
  PLAIN.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`

/**
 * Formats a PostgreSQL array as one parameter, for statements that read or write many rows with
 * `unnest`. The driver's conversion takes several times as long, which would slow down the hot
 * path. Rows of one batch often share a column's value, so the last formatted value is cached.
 */
export function arrayLiteral<Item>(
  items: readonly Item[],
  column: (item: Item) => string | number | boolean | Date | null,
): string {
  let text = '{'
  let lastString: string | null = null
  let lastTime = Number.NaN
  let printed = ''
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) text += ','
    const value = column(items[at] as Item)
    if (value === null) {
      text += 'NULL'
    } else if (typeof value === 'string') {
      if (value !== lastString) {
        lastString = value
        printed = quote(value)
      }
      text += printed
    } else if (typeof value === 'object') {
      const time = value.getTime()
      if (time !== lastTime) {
        lastTime = time
        printed = value.toISOString()
      }
      text += printed
    } else {
      text += String(value)
    }
  }
  return `${text}}`
}
