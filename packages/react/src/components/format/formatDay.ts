/** A UTC day, YYYY-MM-DD, without its year: `Mar 4`. */
export const formatDay = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
