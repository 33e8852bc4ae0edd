/** Words for money that is not the price, and for prices that are no number. */
const FREE =
  /^(free|complimentary|free forever|forever free|always free|free plan|it's free|\$?0 forever|gratis|kostenlos|umsonst|gratuit|gratuito|gratuita|grátis|бесплатно|безкоштовно|免费|免費|無料|무료|za darmo|darmowy|ücretsiz|free of charge|no cost|completely free|100% free|free to use|free to start|free during beta|miễn phí)[.!]?$/i
const CONTACT =
  /^(custom|customi[sz]ed|custom pricing|custom quote|custom price|custom plan|tailored( pricing)?|bespoke|contact( us| sales| our sales team| our team| for pricing| us for pricing| for a quote)?|contact sales( team)?|let['’]?s (talk|chat)|talk to (us|sales|an expert|our team|the team)|get (a |in )?(quote|touch|custom quote|pricing)|request (a )?(quote|pricing|demo)|quote|price on request|on request|upon request|poa|enterprise pricing|(individuell|individueller preis|individuelle preise|auf anfrage|preis auf anfrage|kontaktieren sie uns|kontakt|kontaktiere uns|sprechen sie uns an)|sur devis|sur mesure|nous contacter|contactez[- ]nous|devis|a medida|contáctanos|contactar( a| con)? ventas|contacta con (nosotros|ventas)|personalizado|precio personalizado|consultar|sob consulta|fale conosco|falar com (vendas|o time|especialista)|sob medida|consulte(-nos)?|entre em contato|по запросу|индивидуально|связаться( с нами)?|свяжитесь с нами|договорная|договірна|お問い合わせ|お問い合わせください|要相談|要見積|個別見積|応相談|联系我们|联系销售|定制|聯絡我們|洽谈|面议|문의|문의하기|별도 문의|영업팀 문의|su misura|contattaci|su richiesta|op maat|op aanvraag|neem contact op|na zapytanie|skontaktuj się|wycena indywidualna|book a (demo|call)|schedule a (demo|call)|speak (to|with) (us|sales|an expert)|get a demo|varies|flexible pricing|volume pricing|call us|bize ulaşın?|iletişime geçi?n?|teklif alı?n?|özel|hubungi kami|liên hệ|kontakta oss|kontakt os|kontakt oss|ota yhteyttä|call for pricing|enquire|inquire)[\s.!→»›]*$/i
const PRICE_LIKE_CONTACT =
  /^(custom|custom pricing|custom price|custom quote|tailored( pricing)?|bespoke|let['’]?s talk|contact (us|sales)|contact us for pricing|contact for pricing|on request|upon request|price on request|poa|auf anfrage|preis auf anfrage|individuell|sur devis|sur mesure|a medida|personalizado|sob consulta|sob medida|consulte|по запросу|индивидуально|договорная|お問い合わせ|要相談|個別見積|联系我们|定制|面议|문의|별도 문의|su misura|su richiesta|op maat|op aanvraag|na zapytanie|özel|özel fiyat|teklif al|flexible pricing|esnek fiyatlama|talk to (us|sales)|get (a )?quote|enterprise pricing|volume pricing|varies|request a quote)[\s.!→»›]*$/i
const BADGE =
  /^[\s★⭐🔥✨👑🏆💎⚡🚀•–-]*(our |the )?(most popular|popular|most popular choice|popular choice|most chosen|most loved|recommended|best value|best seller|bestseller|best deal|best choice|featured|top pick|editor'?s choice|recommended for you|best for most|great value|most value|beliebt|am beliebtesten|beliebteste wahl|meistgewählt|meistgekauft|empfohlen|empfehlung|bestseller|populaire|le plus populaire|plus populaire|recommandé|le plus choisi|meilleur choix|m[áa]s popular|el m[áa]s popular|popular|recomendado|más elegido|mejor valor|mais popular|o mais popular|mais vendido|mais escolhido|melhor escolha|популярный|популярно|самый популярный|рекомендуем|рекомендуемый|хит|хит продаж|выгодно|最受欢迎|推荐|推薦|热门|最受歡迎|一番人気|人気|人気no\.?1|おすすめ|オススメ|인기|추천|가장 인기|il più popolare|consigliato|più popolare|meest gekozen|aanbevolen|populair|najpopularniejszy|polecany|en popüler|tavsiye edilen|önerilen|가장 합리적인 선택|베스트|populär|mest populär|mest populær|anbefalt|rekommenderas|nejoblíbenější|doporučujeme|phổ biến nhất|đề xuất|paling populer|rekomendasi|الأكثر شعبية)( plan| choice| option)?[\s★⭐🔥✨👑🏆💎⚡🚀!]*$/iu
const OTHER_BADGE =
  /^(new|beta|available( now)?|coming soon|current plan|your plan|save \d+\s?%|-?\d+\s?% off|limited( time)?( offer)?|early bird|sale|launch offer|no credit card( required)?|cancel any ?time|save .{1,20}|bald verfügbar|neu|nouveau|bientôt|nuevo|novo|novidade|скоро|即将推出|近日公開)[.!]?$/i
const FROM =
  /(^|[^\p{L}])(from|starting (?:at|from)|starts (?:at|from)|start at|begins at|as low as|ab|à partir de|dès|desde|a partir de|от|від|da|a partire da|vanaf|od|从|起价|最低)\s*:?\s*$/iu
const FROM_AFTER = /^\s*(\+(?!\s*[$€£\d])|〜|～|~(?!\d)|起|から|and up|or more|부터|onwards)/i
const SEAT =
  /(per|\/|pro|par|por|за|je|each|\ba\b|na)\s?(active |additional |licensed |paid |named )?(user|seat|member|person|agent|employee|editor|developer|host|admin|operator|creator|contributor|teammate|team member|license|licence|head|individual|nutzer|benutzer|mitarbeiter|arbeitsplatz|lizenz|utilisateur|membre|collaborateur|siège|usuario|usuário|miembro|membro|empleado|пользовател|сотрудник|користувач|utente|gebruiker|użytkownik|kullanıcı|physician|provider|recruiter|technician|rep|student|teacher|driver|employees|sitz(?:platz)?|platz|arbeitsplätze|teammitglied|польз|end[- ]?user|användare|bruger|bruker|plaats|postazione|asiento|assento)s?(?![\p{L}])|(?<![\p{L}])(?:end[- ])?(?:user|seat|member|agent|editor)s?\s?\/\s?(?:mo|month|yr|year)\b|每(用户|人|席位|位用户)|\/\s?(人|用户|席位|ユーザー|名|사용자|명)|ユーザー(あたり|ごと)|1人あたり|인당|사용자당/iu
const SETUP =
  /set-?\s?up|onboarding fee|activation fee|implementation|installation|einricht|mise en service|frais d'installation|configuración inicial|taxa de (setup|adesão|implantação)|initial fee|初期費用|подключение|joining fee/i
const SAVING_BEFORE =
  /(saved?(?: us| me)?|saves|saving|savings of|you save|spare|sparen|sie sparen|économisez|économie de|ahorra|ahorras|ahorro de|economize|economia de|poupe|экономия|скидка|节省|省|立省|お得|discount of|worth|valued at|value of|value|up to|over|under|more than|less than|vs\.?|versus|compared to|minus|[−-]|bonus|earn|get|refund|budget of|hire)\s*:?\s*(up to |over |bis zu |hasta |até )?$/iu
const SAVING_AFTER =
  /^\s*(off\b|discount|savings?\b|saved\b|value\b|worth\b|cheaper|de (desconto|descuento|réduction|remise)|rabatt|ersparnis|(in |of )?(free )?(api |usage |platform |ad )?credits?\b|bonus|less\b|rabais|экономии|скидк)/iu
const WAS_BEFORE =
  /(was|were|normally|regular(ly)?( price)?|instead of|originally|original price|compare(d)? at|compare(d)? to|list price|retail|usually|rrp|msrp|before|after that|thereafter|then|statt|vorher|uvp|au lieu de|avant|antes|en lugar de|en vez de|precio normal|в место|вместо|обычно|原价|原價|通常|정가|anstatt|renews at|renews for|(?<![\p{L}])de)\s*:?\s*$/iu

/** A line without the emoji and marks around its words. */
const bare = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}$€£¥+-]+|[^\p{L}\p{N}.!)%+]+$/gu, '').trim()

export const saysFree = (text: string): boolean =>
  text.length < 40 && FREE.test(bare(text.replace(/\s*[(（][^()（）]*[)）]\s*$/, '')))
/** "Free for everyone", "free / forever": free in other words, where a price would stand. */
export const beginsWithFree = (text: string): boolean =>
  text.length < 40 &&
  /^(always |forever |completely |it['’]?s )?(free|gratis|kostenlos|gratuit|gratuito|grátis|бесплатно|免费|無料|무료|ücretsiz)(?![\p{L}-])(?!\s+(trial|credits?|demo|plan|shipping))/iu.test(
    bare(text),
  )
export const saysContact = (text: string): boolean => text.length < 60 && CONTACT.test(bare(text))
/** "Custom" in the price's place, and not merely a button that leads to sales. */
export const isPricedOnRequest = (text: string): boolean =>
  text.length < 60 && PRICE_LIKE_CONTACT.test(bare(text))
export const saysPopular = (text: string): boolean => text.length < 60 && BADGE.test(bare(text))
export const isOtherBadge = (text: string): boolean =>
  text.length < 40 && OTHER_BADGE.test(bare(text))
export const endsWithFrom = (text: string): boolean => FROM.test(text.slice(-40))
export const beginsWithFrom = (text: string): boolean => FROM_AFTER.test(text)
export const saysPerSeat = (text: string): boolean => SEAT.test(text)
/** "+ $19/mo": what is paid on top of a price. */
export const isSurcharge = (text: string): boolean =>
  /^\s*(?:\+|plus\b|zzgl)[^\p{L}\d]*(?:\p{L}{1,3}[^\p{L}\d]{0,2})?\d/iu.test(text)
export const saysSetup = (text: string): boolean => SETUP.test(text)
const isSaving = (before: string, after: string): boolean =>
  SAVING_BEFORE.test(before.slice(-30)) || SAVING_AFTER.test(after)
const isFormerPrice = (before: string): boolean => WAS_BEFORE.test(before.slice(-30))

/** What is paid for a first while only, and the words after which the price proper is told. */
const FIRST =
  /^\s*(?:\/|per |for |al |pro |par |por )?\s*(?:(?:month|mese|monat|mois|mes|mês|maand)\b)?[\s,(–—-]*(?:the |your |il |den |im |le |el |o )?(?:(?:first|prim[oi]|erste[nrs]?|premiers?|premières?|primer|primeiros?|eerste)\s+(?:\d+\s+|tre |drei |trois |tres )?(?:month|week|day|mes|mês|mese|mesi|monat|mois|maand)|первый месяц|首月|初月|첫 달)/iu
export const tellsOfFirst = (text: string): boolean => FIRST.test(text)
const INTRODUCED =
  /\b(free|trial|days?|first\s+(\d+\s+)?(month|week|day)s?)\b.*\b(then|after that|thereafter)\b/i

/** An amount that is no price: saved, former, estimated, a bracket of a volume, a share of a range. */
export function isDecoy(before: string, after: string, value: string): boolean {
  if (isFormerPrice(before)) return !INTRODUCED.test(before)
  if (FIRST.test(after) || /%\s*(\+|plus|and|&)\s*$/i.test(before)) return true
  if (Number(value) > 0 && isSaving(before, after)) return true
  if (
    /(~|≈|ca\.?|approx\.?|about|around|first|next|above|below|total|environ|etwa|cerca de|около|≥|≤|>|<|→)\s*$/iu.test(
      before.slice(-14),
    )
  )
    return true
  return /^\s*→|^[^\p{L}]*(?:\/?\s?(?:mo|month|yr|year)\s)?\s*(?:min|minimum|mindestens|mínimo)\b/iu.test(
    after,
  )
}

/** Where a script puts the price: "{{price}} / month", "$-- /mo". */
export const isPlaceholder = (text: string): boolean =>
  text.length < 80 &&
  (/(\{\{|\[\[|\$\{|<%)[^\]}%]*(price|amount|cost|preis|prix)[^\]}%]*(\}\}|\]\]|\}|%>)/i.test(
    text,
  ) ||
    /^[$€£¥₹]?\s?(--+|—|–|…|\.\.\.|xx+|\?\?+)?\s?\/\s?(mo|month|monat|mois|mes|mês|yr|year|jahr|an|año|ano)\b/i.test(
      text,
    ) ||
    /^[$€£¥₹]\s?(--+|—|–|…|\.\.\.|xx+|\?\?+|\{\{.*\}\})$/i.test(text))
