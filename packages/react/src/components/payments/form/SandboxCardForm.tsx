import { type ReactElement, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { usePurserContext } from '../../../client/PurserContext.ts'
import { useWords } from '../../theme/ThemeContext.ts'
import {
  FormLoading,
  FormNotLoaded,
  type ProviderFormProps,
  schemeAround,
} from './providerForm.tsx'

/** A frame that cannot be loaded reports nothing, so a timeout is needed. */
const SILENT_FOR_MS = 15_000

/** The form of the built-in sandbox provider, including bank challenges. */
export function SandboxCardForm(props: ProviderFormProps): ReactElement {
  const { token } = props.client
  const { baseUrl } = usePurserContext()
  const { payments } = useWords()
  const latest = useRef(props)
  useInsertionEffect(() => {
    latest.current = props
  })
  const holder = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [load, setLoad] = useState(1)
  const [source, setSource] = useState<string | null>(null)
  const [height, setHeight] = useState<number | null>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'silent'>('loading')

  useEffect(() => {
    if (holder.current === null) return
    const scheme = schemeAround(holder.current)
    const query = scheme === 'auto' ? '' : `?scheme=${scheme}`
    setSource(`${baseUrl}/sandbox/frame${query}#${token}`)
  }, [baseUrl, token])

  // Each load restarts the timeout.
  useEffect(() => {
    const { origin } = new URL(baseUrl || '/', location.href)
    let isDone = false
    const timer = setTimeout(() => setState('silent'), SILENT_FOR_MS)
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const message = readFrameMessage(event.data)
      if (message === null) return
      clearTimeout(timer)
      setState('loaded')
      // A hidden frame is not rendered, so its message may come much later.
      if (message.type === 'resize') setHeight(message.height)
      if (message.type === 'error') {
        latest.current.onError?.({ code: message.code, message: message.message })
      }
      // The frame repeats this message whenever it is shown again.
      if (message.type === 'complete' && !isDone) {
        isDone = true
        latest.current.onDone({ isProcessing: false })
      }
    }
    window.addEventListener('message', listen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', listen)
    }
  }, [baseUrl, load])

  const loadAgain = () => {
    setState('loading')
    setHeight(null)
    setLoad((before) => before + 1)
  }

  return (
    <div ref={holder} className="purser-card-frame" data-loading={state === 'loading' || undefined}>
      {state === 'loading' && <FormLoading />}
      {state === 'silent' && <FormNotLoaded onRetry={loadAgain} />}
      {source && state !== 'silent' && (
        <iframe
          key={load}
          ref={frame}
          title={payments.formTitle}
          src={source}
          style={height === null ? undefined : { height }}
        />
      )}
    </div>
  )
}

/** Messages from the sandbox's frame. */
type FrameMessage =
  | { readonly type: 'ready' | 'complete' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }

/** Returns a message from the frame; null for all other messages. */
function readFrameMessage(data: unknown): FrameMessage | null {
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
