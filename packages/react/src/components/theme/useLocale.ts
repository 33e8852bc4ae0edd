import { useContext, useSyncExternalStore } from 'react'
import { usePurser } from '../../client/usePurser.ts'
import { ThemeContext } from './ThemeContext.ts'

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
