import { czech } from './latin/czech.ts'
import { danish } from './latin/danish.ts'
import { dutch } from './latin/dutch.ts'
import { english } from './latin/english.ts'
import { finnish } from './latin/finnish.ts'
import { french } from './latin/french.ts'
import { german } from './latin/german.ts'
import { hungarian } from './latin/hungarian.ts'
import { indonesian } from './latin/indonesian.ts'
import { italian } from './latin/italian.ts'
import { norwegian } from './latin/norwegian.ts'
import { polish } from './latin/polish.ts'
import { portuguese } from './latin/portuguese.ts'
import { romanian } from './latin/romanian.ts'
import { spanish } from './latin/spanish.ts'
import { swedish } from './latin/swedish.ts'
import { turkish } from './latin/turkish.ts'
import { vietnamese } from './latin/vietnamese.ts'
import { arabic } from './spaced/arabic.ts'
import { greek } from './spaced/greek.ts'
import { hebrew } from './spaced/hebrew.ts'
import { hindi } from './spaced/hindi.ts'
import { russian } from './spaced/russian.ts'
import { ukrainian } from './spaced/ukrainian.ts'
import { chinese } from './unspaced/chinese.ts'
import { japanese } from './unspaced/japanese.ts'
import { korean } from './unspaced/korean.ts'
import { thai } from './unspaced/thai.ts'
import type { Words } from './Words.ts'

/** The languages that pages are read in; of words that two share, the earlier language's count. */
export const languages: readonly Words[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  polish,
  turkish,
  czech,
  romanian,
  hungarian,
  swedish,
  danish,
  norwegian,
  finnish,
  indonesian,
  vietnamese,
  russian,
  ukrainian,
  greek,
  hebrew,
  arabic,
  hindi,
  japanese,
  chinese,
  korean,
  thai,
]
