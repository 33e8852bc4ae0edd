import { createContext } from 'react'
import { type Words, words } from '../words.ts'

interface ThemeContextValue {
  /** null: the provider's, else the browser's. */
  readonly locale: string | null
  readonly words: Words
}

/** Components work without a theme: in English, as the browser writes numbers. */
export const ThemeContext = createContext<ThemeContextValue>({ locale: null, words })
