/** Whether the text names an IANA time zone; offsets such as +02:00 are not zones. */
export function isTimezone(name: string): boolean {
  // Offsets begin with one of several signs, zones with a letter.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
