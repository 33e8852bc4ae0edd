/** Notes about paying, trying and leaving, in the languages of pricing pages. */
const TERMS: readonly RegExp[] = [
  /(?:no|without(?: a)?) (?:credit )?card (?:required|needed|necessary)|credit card (?:not )?required/iu,
  /cancel (?:at )?any ?time|(?:switch|upgrade|downgrade) (?:or \p{L}+ )?(?:at )?any ?time|no (?:long[- ]term )?(?:contracts?|commitments?)(?: required)?$|no hidden (?:fees|costs|charges)|no questions asked/iu,
  /money[- ]back|refund (?:guarantee|policy)|satisfaction guarantee|risk[- ]free$/iu,
  /(?:^|\s)\d+[- ]?days? (?:free )?trial|^free trial|^start(?:s)? with a .*trial|trial (?:included|available)$|trial period|days free$|\d\s*(?:months?|weeks?) (?:for )?free$|\d free (?:months?|weeks?)$|\d+ (?:payments|instal?lments) of|\d (?:spots?|seats?|places?|slots?) (?:left|remaining)|limited to (?:the )?first \d/iu,
  /(?:billed|paid|invoiced) (?:annually|yearly|monthly|quarterly|every)/iu,
  /^(?:billed|charged|paid|invoiced|renews?|then|plus|excl\.?|exclud(?:es|ing)|incl\.?|\+)\s?(?:as|annually|yearly|monthly|quarterly|every|at|tax|taxes|vat|gst|applicable)/iu,
  /^(?:save|saves|saving|you save|get)\s+(?:up to\s+)?(?:[~\p{Sc}]|\d+\s?%|r\$)|^\d+\s?%\s+(?:off|discount|savings?|rabatt|günstiger|de réduction|de descuento|de desconto)/iu,
  /(?:prices?|pricing|amounts?) (?:shown|exclud|includ|do(?:es)?n[’']t|are|in|may|subject|varies|vary|starts?)|plus applicable tax|(?:excl|incl|zzgl)\.? (?:vat|tax|mwst|gst)/iu,
  /^(?:most popular|best value|recommended|popular|new|coming soon|limited time|beta|current plan|your plan|forever|free forever|no charge)\s*!*$/iu,
  /^(?:beliebt|am beliebtesten|empfohlen|le plus populaire|populaire|recommandé|más popular|mais popular|recomendado|популярный|рекомендуем|人気|おすすめ|인기|추천|推荐|热门)\s*!*$/iu,
  /jederzeit kündbar|keine kreditkarte|geld[- ]zurück|kostenlos testen|(?:tage|monate?) (?:kostenlos|gratis|geschenkt|testen)|monatlich kündbar|(?:monatlich|jährlich) abgerechnet|zzgl\.|pro monat$(?<=^.{0,12})/iu,
  /sans engagement|sans carte (?:bancaire|de crédit)|annulez? à tout moment|résiliable|satisfait ou remboursé|jours? d[’']essai|essai gratuit$/iu,
  /cancela (?:cuando|en cualquier)|sin (?:tarjeta|compromiso|permanencia)|días de prueba|prueba gratis|devolución del dinero/iu,
  /cancele (?:quando|a qualquer)|sem (?:cartão|fidelidade|compromisso)|dias (?:grátis|de teste)|garantia de \d+ dias|dinheiro de volta/iu,
  /(?:weken|dagen|maanden?) gratis|gratis (?:proberen|uitproberen)$|geen creditcard|(?:maandelijks|elk moment|altijd) opzeg/iu,
  /senza carta|disdici quando|giorni di prova|prova gratuita$|bez karty|anuluj w dowolnym|dni za darmo|okres próbny/iu,
  /отмен\p{L}+ в любо|без карты|возврат (?:денег|средств)|пробный период|дней бесплатно/iu,
  /いつでも(?:解約|キャンセル)|クレジットカード不要|返金保証|無料トライアル|언제든지 (?:취소|해지)|신용카드 (?:불)?필요|환불|随时取消|无需信用卡|退款/u,
  /^(?:one|once|1)(?: time| use)? per (?:customer|user|account|person|household|\p{L}+ (?:id|account))$|^limit(?:ed)? (?:to )?(?:one|1) per /iu,
  /(?<![\p{L}])(?:costs?|uses|consumes|kostet|verbraucht|coûte|consomme|cuesta|gasta|custa|consome|стоит|расходует)\s+(?:only\s+|nur\s+)?[\d.,]+\s*(?:credits?|tokens?|crédits?|jetons?|créditos?|кредит\p{L}*|токен\p{L}*)/iu,
  /terms (?:of service|apply|and conditions)|privacy policy|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos (?:los|os) d(?:erechos|ireitos) reservados|©|^by (?:purchasing|subscribing|signing)|subject to (?:our|fair)|^\*|limits apply|while you.re subscribed/iu,
]

/** Whether a line tells of paying, trying, leaving or the law, and so names nothing that a tier includes. */
export function isTerms(text: string): boolean {
  return TERMS.some((pattern) => pattern.test(text))
}
