import { useSyncExternalStore } from 'react'

const NAVIGATION = 'purser-navigation'

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  addEventListener(NAVIGATION, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(NAVIGATION, onChange)
  }
}

/** Reads a part of the page's address and renders again when the address changes. */
export const useLocation = <Part extends string | null>(read: (address: Location) => Part): Part =>
  useSyncExternalStore(subscribe, () => read(location))

/** Changes the page's address without loading the page. */
export function navigate(address: string): void {
  history.pushState(null, '', address)
  dispatchEvent(new Event(NAVIGATION))
}
