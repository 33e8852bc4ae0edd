import { type Logger, pino } from 'pino'

/** Whatever a message or a stack trace carries along, these never reach a log. */
const SECRETS: readonly [RegExp, string][] = [
  // No word boundary before them: a new line is the letter n by the time it is in a JSON line.
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

/** Part of every secret above, so that most lines are looked through once and not seven times. */
const SUSPICIOUS =
  /k_(?:sandbox|live|test)_|whsec_|eyJ|bearer|postgres|password|secret|token|authorization|api-?key|cookie/i

export const redact = (line: string): string =>
  SUSPICIOUS.test(line)
    ? SECRETS.reduce((text, [secret, mask]) => text.replace(secret, mask), line)
    : line

/** Structured logs, one JSON object a line, with secrets taken out of the finished line. */
export const createLogger = (level: string, write: (line: string) => void): Logger =>
  pino({ level, base: null }, { write: (line: string) => write(redact(line)) })
