/** Returns an element by its id. Throws if the markup does not match the script. */
export function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} "${id}".`)
}

/** Shows the text, or hides the element if the text is null. */
export function showText(id: string, text: string | null): void {
  const target = element(id, HTMLElement)
  target.textContent = text
  target.hidden = text === null
}

let current: string | null = null

/** Shows one screen and moves the focus to its heading, so that screen readers announce it. */
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

/** The color scheme, kept on the way to the challenge page and back. */
export const scheme = document.documentElement.dataset.scheme ?? 'auto'

/**
 * Sends a message to the surrounding page. That page can belong to anyone, so messages hold no
 * secrets.
 */
export function postToParent(message: Message): void {
  if (view === 'frame') parent.postMessage({ source: 'purser-sandbox', ...message }, '*')
}

/** Reports the height of the frame, so that the surrounding page can resize it. */
export function reportHeight(): void {
  const root = document.documentElement
  new ResizeObserver(() => {
    postToParent({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) })
  }).observe(root)
}
