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
