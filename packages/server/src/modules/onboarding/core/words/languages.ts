import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { czech } from './czech.ts'
import { danish } from './danish.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { finnish } from './finnish.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { greek } from './greek.ts'
import { hebrew } from './hebrew.ts'
import { hindi } from './hindi.ts'
import { hungarian } from './hungarian.ts'
import { indonesian } from './indonesian.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import { norwegian } from './norwegian.ts'
import { polish } from './polish.ts'
import { portuguese } from './portuguese.ts'
import { romanian } from './romanian.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'
import { swedish } from './swedish.ts'
import { thai } from './thai.ts'
import { turkish } from './turkish.ts'
import { ukrainian } from './ukrainian.ts'
import { vietnamese } from './vietnamese.ts'
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
