import { createContext, useContext, useSyncExternalStore } from 'react'
import { usePurser } from '../../client/usePurser.ts'
import { type Words, words } from '../words/words.ts'

interface ThemeContextValue {
  /** null: the provider's, else the browser's. */
  readonly locale: string | null
  readonly words: Words
}

/** Components work without a theme: in English, as the browser writes numbers. */
export const ThemeContext = createContext<ThemeContextValue>({ locale: null, words })

/** The texts of the components, as the theme has them. */
export const useWords = (): Words => useContext(ThemeContext).words

const ON_THE_SERVER = 'en-US'

/** How to write amounts and dates: as the theme says, else the provider, else the browser. */
export function useLocale(): string {
  const { locale: ofTheTheme } = useContext(ThemeContext)
  const { locale: ofTheProvider } = usePurser()
  const ofTheBrowser = useSyncExternalStore(
    subscribe,
    () => navigator.language,
    () => ON_THE_SERVER,
  )
  return ofTheTheme ?? ofTheProvider ?? ofTheBrowser
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('languagechange', onChange)
  return () => window.removeEventListener('languagechange', onChange)
}
