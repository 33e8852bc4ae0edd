import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@purser/react/styles.css'
import '../pages.css'

/** Shows a page where the HTML has room for it. */
export function mountPage(page: ReactNode): void {
  const room = document.getElementById('page')
  if (room) createRoot(room).render(<StrictMode>{page}</StrictMode>)
}
