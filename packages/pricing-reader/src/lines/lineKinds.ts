import { wordPattern } from '../words/composeWords.ts'

const HEADING =
  /^(?:(?:what[’']s|what is|all|core|key|main|top|plan|more|other|basic|premium|pro|advanced|general|full|your|our)?\s*(?:features?|benefits?|includes?|included|limits?|limitations?|details|highlights|scale|usage|overview|extras?|perks)|also includes?|plus|and|everything you get|you get|includes the following|perfect for|ideal for|best for|funktionen|leistungen|enthalten|enthält|beinhaltet|inklusive|comprend|inclut|contiene|fonctionnalités|inclus|características|incluye|recursos|inclui|функции|включено|возможности|含まれるもの|含まれる機能|機能|기능|功能)\s*[:：]*$/iu

/** Whether a line only heads the lines after it. */
export function isBareHeading(text: string): boolean {
  return HEADING.test(text) || (/[:：]$/u.test(text) && text.split(/\s+/u).length <= 8)
}

const CALL =
  /^(?:get (?:started|it|now|\p{L}+(?: (?:plan|now|pro|credits))?)|start(?: (?:now|free|for free|your|a|my|building|creating|with|trial|today|\p{L}+ trial).*)?|sign (?:up|in)(?: .*)?|log ?in|try(?: .{0,24})?|buy(?: .{0,24})?|purchase(?: .{0,20})?|order(?: now)?|choose(?: .{0,24})?|select(?: .{0,24})?|subscribe(?: .{0,20})?|upgrade(?: .{0,20})?|go \p{L}+|join(?: .{0,24})?|contact(?: .{0,24})?|talk to .{0,24}|speak (?:to|with) .{0,24}|book(?: (?:a|now|an|your).{0,20})?|schedule (?:a|your) .{0,20}|request (?:a|an|access|demo|quote).{0,20}|learn more|read more|see (?:all|more|details|plan|features|full).{0,24}|view (?:all|more|details|plan|features).{0,20}|compare .{0,20}|show (?:more|all).{0,20}|download(?: now| free)?|install(?: now)?|apply(?: now)?|claim .{0,20}|activate(?: .{0,16})?|continue(?: .{0,24})?|add to cart|pay (?:now|with .{0,20})|unlock .{0,24}|hire us|let[’']s talk|email us|call us|loading.*|create (?:an )?account)\s*[!→›»>.…]*$/iu
const FOREIGN_CALL =
  /^(?:(?:jetzt |kostenlos )?(?:starten|kaufen|buchen|testen|loslegen|anmelden|registrieren|auswählen|kontaktieren|anfragen)|(?:jetzt|kostenlos) .{0,24}|kontakt(?: aufnehmen)?|mehr erfahren|commencer(?: .{0,20})?|choisir(?: .{0,20})?|essayer(?: .{0,20})?|s[’']inscrire|nous contacter|contactez[- ]nous|demander .{0,24}|en savoir plus|acheter|devenir .{0,20}|empezar(?: .{0,20})?|comenzar(?: .{0,20})?|elegir(?: .{0,20})?|contactar(?: .{0,20})?|probar(?: .{0,20})?|comprar(?: .{0,20})?|começar(?: .{0,20})?|escolher(?: .{0,20})?|assinar(?: .{0,20})?|fale conosco|saiba mais|quero .{0,30}|testar(?: .{0,20})?|inizia(?: .{0,20})?|scegli(?: .{0,20})?|acquista|contattaci|начать(?: .{0,20})?|выбрать(?: .{0,20})?|купить(?: .{0,20})?|попробовать(?: .{0,20})?|подключить|оформить(?: .{0,20})?|написать(?: .{0,24})?|связаться(?: .{0,20})?|подробнее|(?:今すぐ|無料で|お問い合わせ|申し込|始める|選択|購入|詳しく).{0,12}|.{0,12}(?:始める|申し込む|お問い合わせ|を見る|시작하기|문의하기|선택하기|구매하기|가입하기|开始使用|立即购买|立即开始|联系我们|免费试用))\s*[!→›»>.…]*$/iu

/** Whether a line is a call to act: the words of a button. */
export function isCall(text: string): boolean {
  return text.length <= 48 && (CALL.test(text) || FOREIGN_CALL.test(text))
}

const QUESTIONS =
  /(?<![\p{L}])(?:faqs?|frequently asked|common questions|questions|häufige fragen|fragen|foire aux questions|preguntas|perguntas|domande|вопросы)(?![\p{L}])|よくある質問|자주 묻는|常见问题|常見問題/iu

/** Whether a heading begins the questions and answers, whose prose repeats prices in passing. */
export function isQuestions(heading: string): boolean {
  return heading.length <= 60 && QUESTIONS.test(heading)
}

const SUITS = wordPattern(
  '^(?:perfect|ideal|great|best|good|made|built|designed|suited|suitable|recommended|right) (?:for|if|when)|^for (?!teams up|up to|each)(?:[\\p{L}&]+[- ]){0,6}(?:who|that|and|&|teams?|businesses|companies|users?|projects?|developers?|individuals?|professionals?|creators?|minds?|investors?|organi[sz]ations?)|^ideal para|^perfeito para|^perfecto para|^idéal pour|^parfait pour|^pour les?|^para (?:quem|equipos|empresas|times)|^ideal für|^perfekt für|^für (?:\\p{L}+ )*(?:teams|unternehmen|einsteiger|profis)|^dành cho|^phù hợp (?:cho|với)|^ideaal voor|^perfect voor|^ideale per|^perfetto per|^idealny dla|^идеально для|^подходит для|^для (?:\\p{L}+ )*(?:команд|бизнеса|компаний)',
)
const EASTERN_SUITS =
  /(?:の方へ?|に最適|向け|にぴったり|분들을 위한|에 적합|적합한|适合.*|适用于.*)$/u

/** Whether a line is about whom a tier suits. */
export function isSuitedFor(text: string): boolean {
  return SUITS.test(text) || EASTERN_SUITS.test(text)
}

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
