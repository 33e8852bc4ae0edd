import { BooleanGate, ConfigGate, CreditGate, EnumGate, usePurser } from '@purser/react'
import { useRef, useState } from 'react'
import { ContactSheet, type Sheet } from './ContactSheet.tsx'
import { callServer } from './callServer.ts'

/** The prices from the catalog, shown before the click. The server charges its own prices. */
const COSTS = { draft: 0.25, standard: 1, ultra: 12.5 }
type Model = keyof typeof COSTS
const COUNTS = [1, 4, 12, 40]

interface ImageResult {
  images: string[]
  creditsDeducted: string
}

const inCredits = (amount: number): string => `${amount} ${amount === 1 ? 'credit' : 'credits'}`

export function Studio({ onTopUp }: { onTopUp: () => void }) {
  const { refresh } = usePurser()
  const [prompt, setPrompt] = useState('Hills before sunrise')
  const [model, setModel] = useState<Model>('standard')
  const [count, setCount] = useState(1)
  const [sheets, setSheets] = useState<Sheet[]>([])
  const [isDrawing, setDrawing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const orderId = useRef<string | null>(null)
  const cost = COSTS[model] * count
  const price = inCredits(cost)

  const draw = async () => {
    setDrawing(true)
    setError(null)
    // Keeps the id until the server answers, so that a retry after a lost answer costs only once.
    orderId.current ??= crypto.randomUUID()
    const id = orderId.current
    try {
      const { images, creditsDeducted } = await callServer<ImageResult>('/api/images', {
        orderId: id,
        prompt,
        model,
        count,
      })
      setSheets((before) => [{ id, prompt, images, cost: creditsDeducted }, ...before])
      orderId.current = null
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setDrawing(false)
      await refresh()
    }
  }
  const change = (apply: () => void) => {
    // A changed order needs a new id, because the server may already have the previous order.
    orderId.current = null
    apply()
  }

  return (
    <>
      <h1>Studio</h1>
      <section className="order" aria-label="New images">
        <label htmlFor="prompt">Prompt</label>
        <textarea
          id="prompt"
          rows={2}
          maxLength={500}
          value={prompt}
          onChange={({ target }) => change(() => setPrompt(target.value))}
        />
        <div className="choices">
          <label>
            Model
            <select
              value={model}
              onChange={({ target }) => change(() => setModel(target.value as Model))}
            >
              {Object.entries(COSTS).map(([name, each]) => (
                <option key={name} value={name}>
                  {name}: {inCredits(each)} each
                </option>
              ))}
            </select>
          </label>
          <label>
            Images
            <select
              value={count}
              onChange={({ target }) => change(() => setCount(Number(target.value)))}
            >
              {COUNTS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <CreditGate
            slug="image-generation"
            requiredBalance={cost}
            loadingComponent={
              <button type="button" className="act" disabled>
                Draw
              </button>
            }
            noAccessComponent={
              <div className="gate" role="status">
                <p>You need {price} for this.</p>
                <button type="button" className="act" onClick={onTopUp}>
                  Get credits
                </button>
              </div>
            }
          >
            <button
              type="button"
              className="act"
              disabled={isDrawing || prompt.trim() === ''}
              onClick={draw}
            >
              {isDrawing ? 'Drawing…' : `Draw for ${price}`}
            </button>
          </CreditGate>
        </div>
        {error && <p role="alert">{error}</p>}
        <p className="small">
          <BooleanGate slug="no-watermark" noAccessComponent="Your plan adds a watermark. ">
            No watermark.{' '}
          </BooleanGate>
          <ConfigGate slug="seats">{(seats) => `Seats in your plan: ${seats}. `}</ConfigGate>
        </p>
      </section>
      <section aria-label="Images" aria-live="polite">
        {sheets.length === 0 && <p className="small">Your images appear here.</p>}
        {sheets.map((sheet) => (
          <EnumGate
            key={sheet.id}
            slug="export-formats"
            requestedValues={['svg']}
            loadingComponent={<ContactSheet sheet={sheet} canDownload={false} />}
            noAccessComponent={<ContactSheet sheet={sheet} canDownload={false} />}
          >
            <ContactSheet sheet={sheet} canDownload />
          </EnumGate>
        ))}
      </section>
    </>
  )
}
