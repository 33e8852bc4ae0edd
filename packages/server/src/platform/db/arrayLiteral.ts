/** Safe to stand unquoted in an array literal; `null` in any case would mean NULL. */
const PLAIN = /^(?!null$)[A-Za-z0-9_.:+-]+$/i

const quote = (value: string): string =>
  PLAIN.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`

/**
 * A PostgreSQL array as one parameter, for statements that read or write many rows with unnest. The
 * driver's own conversion takes several times as long, which the hot path would feel. Rows of one
 * batch often agree in a column, so what was printed last is kept.
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
