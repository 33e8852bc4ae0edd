import type { Words } from '../Words.ts'

/** A capital "I" is a dotless "ı", and becomes an "i" all the same. */
export const turkish: Words = {
  script: 'latin',
  perTime: 'her|her bir',
  second: { noun: 'saniye', adverb: 'saniyede' },
  minute: { noun: 'dakika', adverb: 'dakikada' },
  hour: { noun: 'saat', alone: 'saatlik|saat başına|saatte' },
  day: { noun: 'gün', adverb: 'günlük|günde', alone: 'gün başına' },
  week: { noun: 'hafta', adverb: 'haftal[ıi]k|haftada' },
  month: { noun: 'ay', adverb: 'ayl[ıi]k|ayda', alone: 'ay başına' },
  quarter: { noun: '3 ay|çeyrek', alone: '3 ayl[ıi]k|üç ayl[ıi]k|çeyreklik' },
  year: { noun: 'y[ıi]l|sene', adverb: 'y[ıi]ll[ıi]k|y[ıi]lda', alone: 'senelik|y[ıi]l başına' },
  oneTime:
    'tek sefer(?:lik)?|tek seferde|ömür boyu|bir kereye mahsus|bir kerelik|bir defalık|tek ödeme|süresiz',
  billedYearly:
    'y[ıi]ll[ıi]k (?:faturaland|öde|fatura|tahsil|abonelik|peşin)|y[ıi]ll[ıi]k olarak (?:faturaland|öden)|y[ıi]lda bir (?:faturaland|öden)',
  billedMonthly: 'ayl[ıi]k (?:faturaland|öde|fatura|tahsil)|ayl[ıi]k olarak (?:faturaland|öden)',
  free: 'ücretsiz|bedava|tamamen ücretsiz|sonsuza kadar ücretsiz|her zaman ücretsiz|ömür boyu ücretsiz',
  freeLead: 'ücretsiz',
  onRequest:
    'özel|özel fiyat|özel fiyatlandırma|teklif al(?:ın)?|esnek fiyatlama|talep üzerine|teklif üzerine|fiyat teklifi al(?:ın)?|özel teklif|kişiye özel',
  contact:
    'bize ulaşın?|iletişime geçi?n?|teklif alı?n?|bizimle iletişime geçin|satış ekibiyle görüş(?:ün)?|satışla görüş(?:ün)?|bize yazın|görüşelim|teklif iste(?:yin)?',
  popular:
    'en popüler|tavsiye edilen|önerilen|popüler|en çok tercih edilen|çok tercih edilen|en çok satan|en iyi (?:değer|fiyat|seçim)|en avantajlı|tavsiyemiz|çok satan|en çok seçilen',
  otherBadge: 'yeni|yakında|çok yakında|mevcut plan',
  from: 'başlangıç|itibaren',
  fromAfter: "['’]?(?:den|dan|ten|tan) (?:başlayan|itibaren)|başlangıç|ve üzeri",
  seat: {
    noun: 'kullanıcı|kişi|üye|çalışan|koltuk|lisans|personel',
    alone: '(?:kullanıcı|kişi|üye|çalışan) (?:başına|başı)',
  },
  setup: 'kurulum|aktivasyon ücreti',
  savingBefore: 'tasarruf|indirim|kazanç',
  savingAfter: 'tasarruf|indirim|daha az|kazanç',
  wasBefore: 'yerine|önceki fiyat|eski fiyat|normalde',
  about: 'yaklaşık|toplam|ortalama',
  minimum: 'minimum|en az',
  first: String.raw`ilk\s+(?:\d+\s+|üç )?(?:ay|hafta|yıl)`,
  aside: 'kdv',
  unlimited: 's[ıi]n[ıi]rs[ıi]z|limitsiz',
  once: 'tek seferlik|kayıtta',
  lifetime: 'ömür boyu',
  everythingOf: String.raw`[’']?(?:d[ae]ki|t[ae]ki|nd[ae]ki)?\s+(?:planındaki\s+|paketindeki\s+)?(?:her şey|tüm özellikler|bütün özellikler)`,
  previous: '(?:bir )?önceki',
  included: 'evet|var|dahil',
  notIncluded: 'hayır|yok|dahil değil',
  missing: 'dahil değil|yok|bulunmaz',
  credit: 'kredi|kontör|jeton|kredil?er?',
  nuisance: String.raw`reklam\p{L}*|filigran\p{L}*|komisyon\p{L}*|limit\p{L}*|s[ıi]n[ıi]r\p{L}*`,
  currencies: { TL: 'try', tl: 'try', Lira: 'try', lira: 'try', dolar: 'usd', avro: 'eur' },
}
