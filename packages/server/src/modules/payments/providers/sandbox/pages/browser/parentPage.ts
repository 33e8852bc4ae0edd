type Message =
  | { readonly type: 'ready' | 'complete' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

export const view = document.documentElement.dataset.view === 'frame' ? 'frame' : 'hosted'

/** Kept on the way to the bank and back. */
export const scheme = document.documentElement.dataset.scheme ?? 'auto'

/** Tells the page around the frame. It may be anybody's, so no message holds a secret. */
export function tellParent(message: Message): void {
  if (view === 'frame') parent.postMessage({ source: 'purser-sandbox', ...message }, '*')
}

/** Lets the page around the frame give it the height that it needs. */
export function tellHeight(): void {
  const root = document.documentElement
  new ResizeObserver(() => {
    tellParent({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) })
  }).observe(root)
}
