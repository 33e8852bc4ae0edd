/** What the sandbox's frame tells the page around it. */
type FrameMessage =
  | { readonly type: 'ready' | 'complete' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

/** A message of the frame; null for whatever else windows tell each other. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { source, type, height, code, message } = data as Readonly<Record<string, unknown>>
  if (source !== 'purser-sandbox') return null
  if (type === 'ready' || type === 'complete') return { type }
  if (type === 'resize' && typeof height === 'number') return { type, height }
  if (type === 'error' && typeof code === 'string' && typeof message === 'string') {
    return { type, code, message }
  }
  return null
}
