import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@purser/react/styles.css'
import '../pages.css'

/** Renders a page into the `#page` element of its HTML file. */
export function mountPage(page: ReactNode): void {
  const root = document.getElementById('page')
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
