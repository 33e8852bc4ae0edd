import { type Logger, pino } from 'pino'

/** Patterns that are removed from every message and stack trace. */
const SECRETS: readonly [RegExp, string][] = [
  // No word boundary before these patterns: in a JSON line, a line break ends with the letter n.
  [/([srp]k_(?:sandbox|live|test)_)[\w-]+/g, '$1[redacted]'],
  [/(whsec_)[\w+/=-]+/g, '$1[redacted]'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]'],
  [/(bearer )[\w.~+/=-]{8,}/gi, '$1[redacted]'],
  [/(postgres(?:ql)?:\/\/[^:@/\s"]*:)[^/\s"]*@/g, '$1[redacted]@'],
  [/(password=)[^&\s"\\]+/gi, '$1[redacted]'],
  [
    /("[\w-]*(?:password|secret|token|authorization|api-?key|cookie)":)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
    '$1"[redacted]"',
  ],
]

/** Occurs in every secret above, so that most lines are searched once and not seven times. */
const SUSPICIOUS =
  /k_(?:sandbox|live|test)_|whsec_|eyJ|bearer|postgres|password|secret|token|authorization|api-?key|cookie/i

export const redact = (line: string): string =>
  SUSPICIOUS.test(line)
    ? SECRETS.reduce((text, [secret, mask]) => text.replace(secret, mask), line)
    : line

/** Writes structured logs, one JSON object per line, and removes secrets from the finished line. */
export const createLogger = (level: string, write: (line: string) => void): Logger =>
  pino({ level, base: null }, { write: (line: string) => write(redact(line)) })
