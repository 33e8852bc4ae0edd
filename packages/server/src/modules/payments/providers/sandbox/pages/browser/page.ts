/** An element of the page by its id; the markup and the script are of one house. */
export function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} "${id}".`)
}

/** Shows a text, or hides its element when there is none. */
export function showText(id: string, text: string | null): void {
  const target = element(id, HTMLElement)
  target.textContent = text
  target.hidden = text === null
}

let current: string | null = null

/** Shows one screen of the page and lets readers know by moving the focus to its heading. */
export function showScreen(name: string): void {
  if (name === current) return
  for (const screen of document.querySelectorAll<HTMLElement>('[id^="screen-"]')) {
    screen.hidden = screen.id !== `screen-${name}`
  }
  current = name
  element(`screen-${name}`, HTMLElement)
    .querySelector<HTMLElement>('[tabindex="-1"]')
    ?.focus({ preventScroll: true })
}

type Message =
  | { readonly type: 'ready' | 'complete' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

export const view = document.documentElement.dataset.view === 'frame' ? 'frame' : 'hosted'

/** Kept on the way to the bank and back. */
export const scheme = document.documentElement.dataset.scheme ?? 'auto'

/** Tells the page around the frame. It may be anybody's, so no message holds a secret. */
export function postToParent(message: Message): void {
  if (view === 'frame') parent.postMessage({ source: 'purser-sandbox', ...message }, '*')
}

/** Lets the page around the frame give it the height that it needs. */
export function reportHeight(): void {
  const root = document.documentElement
  new ResizeObserver(() => {
    postToParent({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) })
  }).observe(root)
}
