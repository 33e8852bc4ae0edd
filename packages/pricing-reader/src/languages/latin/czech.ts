import type { Words } from '../Words.ts'

/** With Slovak, which has most of the words. */
export const czech: Words = {
  script: 'latin',
  per: 'za každého|za každý',
  perTime: 'za|na|každý|každou',
  second: { noun: String.raw`sekund\p{L}+` },
  minute: { noun: String.raw`minut\p{L}+` },
  hour: { noun: 'hodinu?|hodina|hod' },
  day: { noun: 'den|deň|dne', adverb: 'denně|denne', alone: 'denn[íý]' },
  week: { noun: 'týden|týždeň', adverb: 'týdně|týždenne' },
  month: {
    noun: String.raw`měs(?:íc\p{L}*)?|mesiac\p{L}*|mes|měsíčně|mesačne`,
    adverb: 'měsíčně|mesačne',
    alone: String.raw`měsíčn\p{L}+|mesačn\p{L}+`,
  },
  quarter: {
    noun: 'čtvrtletí|kvartál|štvrťrok',
    adverb: 'čtvrtletně|štvrťročne',
    alone: 'kvartálně',
  },
  year: { noun: 'rok|roky|roku|ročně|ročne', adverb: 'ročně|ročne', alone: String.raw`ročn\p{L}+` },
  oneTime: String.raw`jednoráz\p{L}+|jednorazov\p{L}+|navždy|doživotn\p{L}+|trvalá licence`,
  billedYearly:
    'při (?:roční|platbě na rok|platbě ročně|platbě za rok)|pri (?:ročnej|platbe na rok)|(?:účtováno|fakturováno|placeno|hrazeno|fakturované|účtované|platba|fakturace|platené) (?:jednou )?roč|ročn[íéá] (?:platb|fakturac|předplatn|predplatn|vyúčtován)',
  billedMonthly:
    'při (?:měsíční platbě|platbě měsíčně)|pri mesačnej platbe|(?:účtováno|fakturováno|placeno|fakturované|účtované|platba|fakturace) (?:měsíč|mesač)|(?:měsíční|mesačn[áée]) (?:platb|fakturac)',
  free: 'zdarma|zadarmo|bezplatně|bezplatný|bezplatné|bezplatne|navždy zdarma|zcela zdarma|zdarma navždy',
  freeLead: 'zdarma|zadarmo',
  onRequest:
    'na vyžádání|na míru|individuální|individuálně|individuální cena|cena na vyžádání|dohodou|cena dohodou|na dotaz|cena na dotaz|na mieru|individuálna cena|na vyžiadanie|dle dohody|podle dohody|individuální nabídka',
  contact:
    'kontaktujte nás|kontaktovat|kontakt|kontaktujte obchod|kontaktovat prodej|napište nám|poptat|nezávazně poptat|získat nabídku|vyžádat nabídku|kontaktovať|napíšte nám|ozvěte se(?: nám)?',
  popular:
    'nejoblíbenější|doporučujeme|doporučen[ýáé]|nejprodávanější|nejpopulárnější|oblíben[ýáé]|populární|nejvýhodnější|nejčastější volba|nejlepší (?:volba|hodnota|cena)|najobľúbenejší|odporúčame|odporúčan[ýáé]|najpredávanejší|najpopulárnejší|obľúben[ýáé]|bestseller|nejčastěji volen[ýáé]|výhodné|tip',
  otherBadge: 'novinka|nové|již brzy|brzy|připravujeme|čoskoro|aktuální (?:plán|tarif)',
  from: 'od|již od|už od|ceny od|začíná na',
  seat: {
    noun: String.raw`uživatel\p{L}*|užívateľ\p{L}*|používateľ\p{L}*|osob[uay]|člena?|zaměstnanc\p{L}+|licenc[ie]|místo`,
  },
  upTo: 'až|až do|do',
  during: 'na|za',
  setup: String.raw`zřizovací|aktivační poplatek|instalační|implementac\p{L}+|jednorázové zřízení|zavedení`,
  savingBefore: 'ušetříte|ušetřete|úspora|sleva|ušetríte|zľava|až|v hodnotě',
  savingAfter: 'slev|úspor|levněji|zľav|sleva',
  wasBefore: 'místo|původně|namísto|dříve|běžně|běžná cena|pôvodne|namiesto',
  about: 'cca|přibližně|celkem|zhruba|asi',
  minimum: 'minimálně|minimum',
  first: String.raw`(?:za |na )?prvn(?:í|ích)\s+(?:\d+\s+|tři )?(?:měsíc|týden|rok)`,
  aside: 'bez dph|s dph|vč(?:etně)? dph|účtováno|fakturováno',
  unlimited: String.raw`neomezen\p{L}+|neobmedzen\p{L}+|bez omezení|bez obmedzení|bez limitu`,
  once: 'jednorázově|při registraci',
  lifetime: String.raw`doživotn\p{L}+`,
  everythingIn: String.raw`(?:vše|všechno|všetko)\s+(?:z|ze|v|co je v|čo je v|co obsahuje)\s+(?:tarifu\s+|plánu\s+|balíčku\s+)?`,
  allOf: String.raw`(?:všechny|všetky)\s+funkc[ei]\s+(?:z\s+)?(?:tarifu\s+|plánu\s+|balíčku\s+)?`,
  previous: String.raw`(?:předchozí|predchádzajúc)\p{L}*|nižší\p{L}*`,
  included: 'ano|áno|zahrnuto|v ceně|k dispozici',
  notIncluded: 'ne|není|nedostupné|nezahrnuto|není k dispozici',
  without: 'bez|žádn[ýáé]',
  missing: 'není (?:zahrnuto|k dispozici|součástí)|nedostupn[ýáé]|nezahrnuto',
  credit: 'kredit(?:y|ů|u)?|token(?:y|ů)?|bod(?:y|ů)?',
  nuisance: String.raw`reklam\p{L}*|vodoznak\p{L}*|provize|omezení|limit\p{L}*`,
  capability: String.raw`podpor\p{L}*|přístup\p{L}*|integrac\p{L}*|export\p{L}*`,
  currencies: { Kc: 'czk', korun: 'czk' },
  signs: { Kč: 'czk', KČ: 'czk', kč: 'czk' },
}
