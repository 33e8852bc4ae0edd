import type { QuotaPeriod, ReadEntitlement } from '../offer.ts'
import { wordPattern } from '../words/composeWords.ts'
import { isCreditUnit } from '../words/creditUnit.ts'
import { featureName } from './featureName.ts'
import { findUnlimited } from './findCounts.ts'
import { readQuantity } from './readQuantity.ts'
import { splitLine } from './splitLine.ts'

/** Reads what a line of a card grants, once it is known to be a line that grants something. */
export function readFeatureLine(
  text: string,
  evidence: string,
  confidence: number,
): ReadEntitlement[] {
  return splitLine(text).flatMap((part) => readPart(part, evidence, confidence))
}

function readPart(text: string, evidence: string, confidence: number): ReadEntitlement[] {
  const quantity = readQuantity(text)
  if (quantity !== undefined && /\p{L}/u.test(quantity.feature)) {
    const { feature, value, period } = quantity
    const type = quotaType(feature, period)
    return [
      { feature, type, value, ...(period === undefined ? {} : { period }), evidence, confidence },
    ]
  }
  const feature = featureName(text)
  const unlimited = findUnlimited(feature)
  if (unlimited !== undefined && unlimited.end - unlimited.start === feature.length) return []
  if (!/\p{L}{2}|\p{Script=Han}/u.test(feature)) return []
  return [{ feature, type: 'boolean', evidence, confidence }]
}

/** What is used up by use, whether or not the page says when it comes again. */
const CONSUMED = wordPattern(
  [
    '(?:api[- ])?(?:calls?|requests?|hits)|quer(?:y|ies)|search(?:es)?|look-?ups?|scans?|checks?|fetch(?:es)?|crawls?|scrapes?|runs?|executions?|invocations?|operations?|ops',
    'builds?|deploy(?:ment)?s?|jobs?|tasks?|transactions?|payments?|orders?|invoices?|bookings?|messages?|emails?|e-mails?|mails?|sms|texts?|notifications?|broadcasts?|sends?',
    'events?|impressions?|page ?views?|views?|visits?|visitors?|sessions?|conversations?|chats?|responses?|replies|submissions?|answers?|questions?|prompts?',
    'generations?|images?|videos?|renders?|renderings?|downloads?|uploads?|exports?|imports?|conversions?|transcriptions?|translations?|words?|characters?|minutes?|posts?|articles?|uses|usages?|reports?|audits?|analys[ei]s|evaluations?|verifications?|traffic|bandwidth|transfers?|compute|studio time',
    'anfragen|aufrufe|nachrichten|abfragen|scans|bilder|minuten|requêtes|appels|messages|conversations|générations|solicitudes|llamadas|mensajes|consultas|generaciones|requisições|chamadas|mensagens|gerações|запрос\\p{L}*|сообщен\\p{L}*|генерац\\p{L}*|изображен\\p{L}*|трафик\\p{L}*',
  ].join('|'),
)
const STOCK = wordPattern(
  'storage|stored|saved|speicher\\p{L}*|stockage|almacenamiento|armazenamento|хранилищ\\p{L}*|retention|history|response time|concurrent|simultaneous|parallel|per (?:project|file|site|hive|page|upload|message|request|video)|max(?:imum)?|minimum|size|templates?',
)
const EASTERN_CONSUMED =
  /(?:回|件|通|枚|リクエスト|メッセージ|生成|호출|요청|메시지|생성|次|请求|消息|生成)$/u

/** A quota that comes again or is used up is metered; a limit on what there may be at once is config. */
export function quotaType(
  feature: string,
  period: QuotaPeriod | undefined,
): 'metered' | 'credit' | 'config' {
  if (isCreditUnit(feature)) return 'credit'
  if (period !== undefined && period !== 'lifetime' && period !== 'one_time') return 'metered'
  if (STOCK.test(feature)) return 'config'
  return CONSUMED.test(feature) || EASTERN_CONSUMED.test(feature) ? 'metered' : 'config'
}
