import type { Words } from '../Words.ts'

/** Includes Malay, which shares most of the words. */
export const words: Words = {
  rank: 17,
  per: 'per',
  perTime: 'setiap|tiap',
  second: { noun: 'detik|saat' },
  minute: { noun: 'menit|minit' },
  hour: { noun: 'jam' },
  day: { noun: 'hari', adverb: 'sehari|perhari', alone: 'harian' },
  week: { noun: 'minggu|mgg', adverb: 'seminggu', alone: 'mingguan' },
  month: { noun: 'bulan|bln', adverb: 'sebulan|perbulan', alone: 'bulanan' },
  quarter: { noun: '3 bulan|kuartal|triwulan', alone: '3 bulan|triwulanan|kuartalan' },
  year: { noun: 'tahun|thn|th', adverb: 'setahun|pertahun', alone: 'tahunan|12 bulan' },
  oneTime:
    'sekali (?:bayar|beli|pembayaran)|seumur hidup|selamanya|satu kali(?: bayar)?|sekali saja|bayaran sekali',
  billedYearly:
    '(?:ditagih|dibayar|tagihan|pembayaran|langganan|dibil|bayar) (?:secara )?(?:tahunan|per tahun|setahun|setiap tahun)',
  billedMonthly:
    '(?:ditagih|dibayar|tagihan|pembayaran|dibil) (?:secara )?(?:bulanan|per bulan|setiap bulan)',
  free: 'gratis|percuma|cuma-cuma|gratis selamanya|selalu gratis|percuma selamanya',
  freeLead: 'gratis|percuma',
  onRequest:
    'hubungi kami|kustom|harga khusus|sesuai permintaan|sesuai kebutuhan|harga kustom|berdasarkan permintaan|nego|disesuaikan|tersuai|harga tersuai|custom',
  contact:
    'hubungi (?:sales|tim sales|penjualan|tim kami|jualan)|kontak kami|minta penawaran|dapatkan (?:penawaran|sebut harga)|bicara dengan (?:sales|kami)',
  popular:
    'paling populer|rekomendasi|populer|terpopuler|direkomendasikan|terlaris|paling laris|best seller|pilihan (?:terbaik|populer|favorit)|favorit|paling hemat|terbaik|paling diminati|paling popular|disyorkan|paling banyak dipilih|nilai terbaik',
  otherBadge: 'baru|segera hadir|segera|paket saat ini|akan datang',
  from: 'mulai|mulai dari|dari|mulai harga|bermula|bermula dari|daripada',
  fromAfter: 'ke atas',
  seat: { noun: 'pengguna|user|orang|anggota|karyawan|pegawai|akun pengguna|lisensi|pekerja|ahli' },
  upTo: 'hingga|sampai|maksimal|sehingga',
  during: 'untuk|selama',
  setup:
    'biaya (?:setup|instalasi|pemasangan|aktivasi|pendaftaran|awal)|yuran (?:pemasangan|pendaftaran)',
  savingBefore: 'hemat|diskon|hingga|s\\.?d\\.?|senilai|jimat|potongan',
  savingAfter: 'diskon|hemat|lebih murah|potongan',
  wasBefore: 'harga normal|sebelumnya|normal|biasanya|dulu|harga asal',
  about: 'sekitar|kira-kira|total|kurang lebih',
  minimum: 'minimal|minimum',
  first: String.raw`(?:untuk )?(?:\d+ )?(?:bulan|minggu|tahun) pertama`,
  aside: 'ppn|(?:sudah|belum) termasuk (?:ppn|pajak)|ditagih',
  unlimited: 'tak terbatas|tanpa batas|tidak terbatas|tanpa had',
  once: 'sekali saja|satu kali|saat mendaftar',
  lifetime: 'seumur hidup',
  everythingIn: String.raw`(?:semua|segala|segalanya)\s+(?:yang ada\s+|fitur\s+|ciri\s+)?(?:di|dari|dalam|pada)\s+(?:paket\s+|plan\s+)?`,
  allOf: String.raw`semua\s+fitur\s+(?:paket\s+)?`,
  previous: 'sebelumnya|(?:paket )?di bawahnya',
  included: 'ya|termasuk|tersedia|ada',
  notIncluded: 'tidak|tidak termasuk|tidak tersedia|tidak ada|tiada',
  without: 'tanpa|tidak ada|tidak termasuk|tiada',
  missing: 'tidak (?:termasuk|tersedia)',
  credit: 'kredit|koin|poin|token',
  nuisance: 'iklan|watermark|tanda air|komisi|batas|batasan|biaya tersembunyi|iklan',
  capability: 'dukungan|akses|integrasi|ekspor|fitur|laporan',
  currencies: { rupiah: 'idr', Rupiah: 'idr', ringgit: 'myr' },
  moneyScale: { currencies: ['idr'], zeros: { rb: 3, ribu: 3, jt: 6, juta: 6 } },
  asksToCall: 'hubungi',
}
