import { createContext, useContext, useSyncExternalStore } from 'react'
import { usePurser } from '../../client/usePurser.ts'
import { type Words, words } from '../words/words.ts'

interface ThemeContextValue {
  /** null: the locale of the provider, otherwise of the browser. */
  readonly locale: string | null
  readonly words: Words
}

/** Components work without a theme: in English, with the browser's locale. */
export const ThemeContext = createContext<ThemeContextValue>({ locale: null, words })

/** Returns the texts of the components from the theme. */
export const useWords = (): Words => useContext(ThemeContext).words

const ON_THE_SERVER = 'en-US'

/** Returns the locale of the theme, else of the provider, else of the browser. */
export function useLocale(): string {
  const { locale: themeLocale } = useContext(ThemeContext)
  const { locale: providerLocale } = usePurser()
  const browserLocale = useSyncExternalStore(
    subscribe,
    () => navigator.language,
    () => ON_THE_SERVER,
  )
  return themeLocale ?? providerLocale ?? browserLocale
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('languagechange', onChange)
  return () => window.removeEventListener('languagechange', onChange)
}
