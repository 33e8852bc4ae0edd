import { describe, expect, it } from 'vitest'
import { findIntervals } from '../price/findIntervals.ts'
import { isPricedOnRequest, saysContact, saysFree, saysPopular } from '../price/priceWords.ts'
import { type PriceReading, readPrices } from '../price/readPrices.ts'

interface Sample {
  lang: string
  /** Lines of a card, separated by bars, and the price that they state. */
  prices: readonly (readonly [lines: string, price: string])[]
  /** The words for free / on request / a sales button / a badge. */
  says: string
}

const SAMPLES: readonly Sample[] = [
  {
    lang: 'en',
    prices: [
      ['$29 / month', 'usd month 2900'],
      ['$290 a year', 'usd year 29000'],
      ['$19/mo|billed annually', 'usd year 22800'],
      ['$12 per user per month', 'usd month 1200 seat'],
      ['Starting at $49 monthly', 'usd month 4900 from'],
    ],
    says: 'Free, Free forever / Custom, Let’s talk / Book a demo / Most popular, Best value',
  },
  {
    lang: 'de',
    prices: [
      ['29,90 € / Monat', 'eur month 2990'],
      ['290 € im Jahr', 'eur year 29000'],
      ['19 € pro Monat|bei jährlicher Zahlung', 'eur year 22800'],
      ['12 € pro Nutzer und Monat', 'eur month 1200 seat'],
      ['ab 49 € monatlich', 'eur month 4900 from'],
      ['30 € alle 3 Monate', 'eur quarter 3000'],
    ],
    says: 'Kostenlos, Dauerhaft kostenlos / Auf Anfrage, Individuell / Angebot anfordern / Am beliebtesten, Unsere Empfehlung',
  },
  {
    lang: 'fr',
    prices: [
      ['29 € / mois', 'eur month 2900'],
      ['1 290 € par an', 'eur year 129000'],
      ['19 € par mois|facturé annuellement', 'eur year 22800'],
      ['12 € par utilisateur / mois', 'eur month 1200 seat'],
      ['À partir de 49 €/mois', 'eur month 4900 from'],
    ],
    says: 'Gratuit, Toujours gratuit / Sur devis, Nous consulter / Demander un devis / Le plus populaire, Recommandé',
  },
  {
    lang: 'es',
    prices: [
      ['29 € al mes', 'eur month 2900'],
      ['290 € / año', 'eur year 29000'],
      ['19 €/mes|facturado anualmente', 'eur year 22800'],
      ['12 € por usuario al mes', 'eur month 1200 seat'],
      ['Desde 49 €/mes', 'eur month 4900 from'],
      ['S/ 59 por mes', 'pen month 5900'],
    ],
    says: 'Gratis, Gratis para siempre / A medida, Bajo consulta / Hablar con ventas / Más popular, El más vendido',
  },
  {
    lang: 'pt-br',
    prices: [
      ['R$ 99/mês', 'brl month 9900'],
      ['R$ 990 por ano', 'brl year 99000'],
      ['R$ 79 por mês|cobrado anualmente', 'brl year 94800'],
      ['R$ 29 por usuário/mês', 'brl month 2900 seat'],
      ['A partir de R$ 49,90 ao mês', 'brl month 4990 from'],
    ],
    says: 'Grátis, Grátis para sempre / Sob consulta, A combinar / Fale com um especialista / Mais vendido, Melhor custo-benefício',
  },
  {
    lang: 'it',
    prices: [
      ['29 € al mese', 'eur month 2900'],
      ["290 € all'anno", 'eur year 29000'],
      ['19 €/mese|fatturato annualmente', 'eur year 22800'],
      ['12 € per utente al mese', 'eur month 1200 seat'],
      ['A partire da 49 €/mese', 'eur month 4900 from'],
    ],
    says: 'Gratis, Gratuito per sempre / Su richiesta, Su preventivo / Richiedi un preventivo / Il più scelto, Consigliato',
  },
  {
    lang: 'nl',
    prices: [
      ['€ 29 per maand', 'eur month 2900'],
      ['€ 290 per jaar', 'eur year 29000'],
      ['€ 19 p/mnd|jaarlijks gefactureerd', 'eur year 22800'],
      ['€ 12 per gebruiker per maand', 'eur month 1200 seat'],
      ['Vanaf € 49 /maand', 'eur month 4900 from'],
    ],
    says: 'Gratis, Voor altijd gratis / Op maat, Prijs op aanvraag / Offerte aanvragen / Meest gekozen, Aanbevolen',
  },
  {
    lang: 'pl',
    prices: [
      ['99 zł / mies.', 'pln month 9900'],
      ['1 200 zł za rok', 'pln year 120000'],
      ['79 zł miesięcznie|przy płatności rocznej', 'pln year 94800'],
      ['29 zł za użytkownika / miesiąc', 'pln month 2900 seat'],
      ['od 49 zł na miesiąc', 'pln month 4900 from'],
    ],
    says: 'Za darmo, Bezpłatny / Wycena indywidualna, Do uzgodnienia / Skontaktuj się z nami / Najczęściej wybierany, Polecany',
  },
  {
    lang: 'tr',
    prices: [
      ['299 TL / ay', 'try month 29900'],
      ['₺2.990 / yıl', 'try year 299000'],
      ['₺199 /ay|yıllık faturalandırılır', 'try year 238800'],
      ['kullanıcı başına ₺99 aylık', 'try month 9900 seat'],
      ["₺49'dan başlayan / ay", 'try month 4900 from'],
    ],
    says: 'Ücretsiz, ÜCRETSİZ / Özel fiyat, Teklif alın / Satış ekibiyle görüşün / En çok tercih edilen, Popüler',
  },
  {
    lang: 'cs',
    prices: [
      ['299 Kč / měsíc', 'czk month 29900'],
      ['2 990 Kč ročně', 'czk year 299000'],
      ['249 Kč měsíčně|při roční platbě', 'czk year 298800'],
      ['99 Kč za uživatele / měsíc', 'czk month 9900 seat'],
      ['od 1.490 Kč za měsíc', 'czk month 149000 from'],
    ],
    says: 'Zdarma, Navždy zdarma / Na míru, Cena dohodou / Kontaktujte nás / Nejoblíbenější, Doporučujeme',
  },
  {
    lang: 'ro',
    prices: [
      ['99 lei / lună', 'ron month 9900'],
      ['990 lei pe an', 'ron year 99000'],
      ['79 lei pe lună|facturat anual', 'ron year 94800'],
      ['29 lei / utilizator / lună', 'ron month 2900 seat'],
      ['de la 49 Lei lunar', 'ron month 4900 from'],
    ],
    says: 'Gratuit, Gratis / La cerere, Preț personalizat / Contactează-ne / Cel mai popular, Recomandat',
  },
  {
    lang: 'hu',
    prices: [
      ['2 990 Ft / hó', 'huf month 299000'],
      ['29 900 Ft évente', 'huf year 2990000'],
      ['2.490 Ft/hó|éves fizetés esetén', 'huf year 2988000'],
      ['990 Ft / felhasználó / hónap', 'huf month 99000 seat'],
      ['4 990 Ft-tól havonta', 'huf month 499000 from'],
    ],
    says: 'Ingyenes, Örökre ingyenes / Egyedi ár, Kérjen ajánlatot / Lépjen kapcsolatba velünk / Legnépszerűbb, Ajánlott',
  },
  {
    lang: 'sv',
    prices: [
      ['299 kr / mån', 'sek month 29900'],
      ['2 990 kr per år', 'sek year 299000'],
      ['249 kr/mån|faktureras årligen', 'sek year 298800'],
      ['99 kr per användare och månad', 'sek month 9900 seat'],
      ['Från 49 kr i månaden', 'sek month 4900 from'],
    ],
    says: 'Gratis, Kostnadsfritt / Begär offert, Pris på begäran / Kontakta oss / Mest populär, Rekommenderas',
  },
  {
    lang: 'da',
    prices: [
      ['299 kr. pr. måned', 'dkk month 29900'],
      ['2.990 kr. om året', 'dkk year 299000'],
      ['249 kr./md.|faktureres årligt', 'dkk year 298800'],
      ['99 kr. pr. bruger pr. måned', 'dkk month 9900 seat'],
      ['Fra 49 kr. / md', 'dkk month 4900 from'],
    ],
    says: 'Gratis, Altid gratis / Efter aftale, Pris på forespørgsel / Kontakt os / Mest populære, Anbefalet',
  },
  {
    lang: 'nb',
    prices: [
      ['299 kr / mnd', 'nok month 29900'],
      ['2 990 kr i året', 'nok year 299000'],
      ['249 kr per måned|faktureres årlig', 'nok year 298800'],
      ['99 kr per bruker per måned', 'nok month 9900 seat'],
      ['Fra 49 kr/mnd', 'nok month 4900 from'],
    ],
    says: 'Gratis, Helt gratis / Pris på forespørsel, Etter avtale / Ta kontakt / Mest populær, Anbefalt',
  },
  {
    lang: 'fi',
    prices: [
      ['29 € / kk', 'eur month 2900'],
      ['290 €/vuosi', 'eur year 29000'],
      ['19 €/kk|laskutetaan vuosittain', 'eur year 22800'],
      ['12 € / käyttäjä / kk', 'eur month 1200 seat'],
      ['Alkaen 49 € kuukaudessa', 'eur month 4900 from'],
    ],
    says: 'Ilmainen, Maksuton / Pyydä tarjous, Sopimuksen mukaan / Ota yhteyttä / Suosituin, Suosittelemme',
  },
  {
    lang: 'id',
    prices: [
      ['Rp 99.000 / bulan', 'idr month 9900000'],
      ['Rp990.000 per tahun', 'idr year 99000000'],
      ['Rp79.000 /bln|ditagih tahunan', 'idr year 94800000'],
      ['Rp29.000 per pengguna / bulan', 'idr month 2900000 seat'],
      ['Mulai dari Rp49.000 per bulan', 'idr month 4900000 from'],
      ['RM 49 sebulan', 'myr month 4900'],
    ],
    says: 'Gratis, Percuma / Hubungi Kami, Harga khusus / Minta penawaran / Paling Populer, Terlaris',
  },
  {
    lang: 'vi',
    prices: [
      ['199.000đ / tháng', 'vnd month 199000'],
      ['1.990.000 VNĐ/năm', 'vnd year 1990000'],
      ['149.000 đ mỗi tháng|thanh toán theo năm', 'vnd year 1788000'],
      ['99.000đ / người dùng / tháng', 'vnd month 99000 seat'],
      ['Chỉ từ 49.000đ/tháng', 'vnd month 49000 from'],
    ],
    says: 'Miễn phí, Miễn phí trọn đời / Liên hệ, Theo yêu cầu / Liên hệ tư vấn / Phổ biến nhất, Khuyên dùng',
  },
  {
    lang: 'ru',
    prices: [
      ['990 ₽ / мес.', 'rub month 99000'],
      ['9 900 руб. в год', 'rub year 990000'],
      ['790 ₽ в месяц|при оплате за год', 'rub year 948000'],
      ['290 ₽ за пользователя в месяц', 'rub month 29000 seat'],
      ['от 490 ₽ за месяц', 'rub month 49000 from'],
      ['2 500 ₽ за 3 месяца', 'rub quarter 250000'],
    ],
    says: 'Бесплатно, Бесплатно навсегда / По запросу, Индивидуально / Оставить заявку / Хит продаж, Самый популярный',
  },
  {
    lang: 'uk',
    prices: [
      ['299 грн / міс', 'uah month 29900'],
      ['2 990 ₴ на рік', 'uah year 299000'],
      ['249 грн на місяць|при оплаті за рік', 'uah year 298800'],
      ['99 грн за користувача на місяць', 'uah month 9900 seat'],
      ['від 49 грн/місяць', 'uah month 4900 from'],
    ],
    says: 'Безкоштовно, Безкоштовно назавжди / За запитом, Договірна / Зв’язатися з нами / Найпопулярніший, Рекомендуємо',
  },
  {
    lang: 'el',
    prices: [
      ['29 € / μήνα', 'eur month 2900'],
      ['290 € τον χρόνο', 'eur year 29000'],
      ['19 € τον μήνα|ετήσια χρέωση', 'eur year 22800'],
      ['12 € ανά χρήστη / μήνα', 'eur month 1200 seat'],
      ['από 49 € μηνιαίως', 'eur month 4900 from'],
    ],
    says: 'Δωρεάν, ΔΩΡΕΑΝ / Κατόπιν αιτήματος, Επικοινωνήστε μαζί μας / Ζητήστε προσφορά / Πιο δημοφιλές, Προτεινόμενο',
  },
  {
    lang: 'he',
    prices: [
      ['₪99 לחודש', 'ils month 9900'],
      ['990 ש"ח לשנה', 'ils year 99000'],
      ['79 ₪ לחודש|בחיוב שנתי', 'ils year 94800'],
      ['29 ש״ח למשתמש / חודש', 'ils month 2900 seat'],
      ['החל מ-49 ₪ בחודש', 'ils month 4900 from'],
      ['500 ₪ לחודש, חיוב חודשי', 'ils month 50000'],
    ],
    says: 'חינם, ללא עלות / הצעת מחיר, בהתאמה אישית / דברו איתנו / מומלץ, הכי פופולרי',
  },
  {
    lang: 'ar',
    prices: [
      ['12,000 ريال / شهر', 'sar month 1200000'],
      ['130 ريال سنويًا', 'sar year 13000'],
      ['٩٩٫٥٠ درهم شهرياً', 'aed month 9950'],
      ['79 ر.س شهريا|تدفع سنوياً', 'sar year 94800'],
      ['29 دولار لكل مستخدم في الشهر', 'usd month 2900 seat'],
      ['تبدأ من ١٬٤٩٠ جنيه / شهر', 'egp month 149000 from'],
      ['499 ريال مرّة واحدة', 'sar one_time 49900'],
    ],
    says: 'مجاني, مجّاناً, مجانًا للأبد / حسب الطلب, تواصل معنا / تحدث مع المبيعات / الأكثر رواجاً, موصى به, الأكثر شعبية',
  },
  {
    lang: 'hi',
    prices: [
      ['₹499 प्रति माह', 'inr month 49900'],
      ['4,999 रुपये प्रति वर्ष', 'inr year 499900'],
      ['₹399 / महीना|वार्षिक भुगतान', 'inr year 478800'],
      ['₹99 प्रति उपयोगकर्ता / माह', 'inr month 9900 seat'],
      ['₹199 से शुरू / माह', 'inr month 19900 from'],
    ],
    says: 'मुफ़्त, निःशुल्क / संपर्क करें, कस्टम मूल्य / सेल्स से संपर्क करें / सबसे लोकप्रिय, अनुशंसित',
  },
  {
    lang: 'ja',
    prices: [
      ['月額 1,980円', 'jpy month 1980'],
      ['19,800円／年', 'jpy year 19800'],
      ['980円/月|年払いの場合', 'jpy year 11760'],
      ['500円／ユーザー／月', 'jpy month 500 seat'],
      ['月額 980円から', 'jpy month 980 from'],
      ['９８０円/月', 'jpy month 980'],
    ],
    says: '無料, ずっと無料 / お問い合わせ, 要見積もり / 見積もりを依頼 / 一番人気, イチオシ',
  },
  {
    lang: 'zh-cn',
    prices: [
      ['¥99/月', 'cny month 9900'],
      ['990元/年', 'cny year 99000'],
      ['¥79/月|按年付费', 'cny year 94800'],
      ['29元/人/月', 'cny month 2900 seat'],
      ['¥49起/月', 'cny month 4900 from'],
      ['¥260/3个月', 'cny quarter 26000'],
    ],
    says: '免费, 永久免费 / 联系我们, 面议 / 联系客服 / 最受欢迎, 性价比最高',
  },
  {
    lang: 'zh-tw',
    prices: [
      ['NT$ 299 / 月', 'twd month 29900'],
      ['2,990 元/年', 'twd year 299000'],
      ['NT$249 每月|年繳', 'twd year 298800'],
      ['99 元 / 使用者 / 月', 'twd month 9900 seat'],
    ],
    says: '免費, 永久免費 / 聯絡我們, 客製化 / 聯絡業務 / 最受歡迎, 推薦',
  },
  {
    lang: 'ko',
    prices: [
      ['월 9,900원', 'krw month 9900'],
      ['99,000원 / 년', 'krw year 99000'],
      ['₩7,900 / 월|연간 결제', 'krw year 94800'],
      ['사용자당 월 5,000원', 'krw month 5000 seat'],
      ['월 4,900원부터', 'krw month 4900 from'],
    ],
    says: '무료, 평생 무료 / 별도 문의, 맞춤 견적 / 도입 문의하기 / 가장 인기, 추천',
  },
  {
    lang: 'th',
    prices: [
      ['299 บาท/เดือน', 'thb month 29900'],
      ['2,990 บาทต่อปี', 'thb year 299000'],
      ['฿249 ต่อเดือน|ชำระรายปี', 'thb year 298800'],
      ['99 บาท/ผู้ใช้/เดือน', 'thb month 9900 seat'],
      ['เริ่มต้นที่ 49 บาท/เดือน', 'thb month 4900 from'],
    ],
    says: 'ฟรี, ฟรีตลอดไป / ติดต่อเรา, ขอใบเสนอราคา / ติดต่อทีมขาย / ยอดนิยม, ขายดี, แนะนำ',
  },
]

const describePrices = ({ prices, currency, perSeat }: PriceReading): string =>
  prices
    .map(({ interval, amountMinor, isFrom }) =>
      [currency, interval, amountMinor, isFrom ? 'from' : '', perSeat ? 'seat' : '']
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(', ')

describe.each(SAMPLES)('a page in $lang', ({ lang, prices, says }) => {
  it.each(prices)('with the lines %j has the price %s', (lines, price) => {
    const given = lines.split('|').map((text) => ({ text }))
    expect(describePrices(readPrices(given, { lang }))).toBe(price)
  })

  it('has words for free, on request, contact sales and popular', () => {
    const [free, onRequest, contact, popular] = says.split(' / ').map((words) => words.split(', '))
    expect(free?.filter((text) => !saysFree(text))).toEqual([])
    expect(onRequest?.filter((text) => !isPricedOnRequest(text))).toEqual([])
    expect(contact?.filter((text) => !saysContact(text) || isPricedOnRequest(text))).toEqual([])
    expect(popular?.filter((text) => !saysPopular(text))).toEqual([])
  })
})

describe('words that mean something else in another language', () => {
  it.each([
    ['$20 and an hour of support', ['hour']],
    ['Messages and a mesh', []],
    ['Ay, tag your anniversary', []],
    ['中文/日文/英文', []],
    ['Kom igång i dag', []],
    ['Wsparcie w dni robocze', []],
  ])('leave %j with the intervals %j', (text, intervals) => {
    expect(findIntervals(text).map(({ interval }) => interval)).toEqual(intervals)
  })

  it('are neither badges nor prices', () => {
    expect(['Оптимальный', 'مميز', 'Kiemelt'].filter(saysPopular)).toEqual([])
    expect(['Tilbud', 'Προσφορά', 'Ofertă'].filter(isPricedOnRequest)).toEqual([])
    expect(['Sans frais', 'بدون رسوم'].filter(saysFree)).toEqual([])
    const { used } = readPrices([{ text: '990 Ft/hó' }, { text: 'Minden funkció' }], { lang: 'hu' })
    expect([...used]).toEqual([0])
  })
})
