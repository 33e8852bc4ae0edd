/** A day as people write it: `Mar 4, 2026`. */
export const formatDate = (timestamp: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(timestamp))
