import { StrictMode, useState, version } from 'react'
import { createRoot } from 'react-dom/client'
import {
  FeatureGate,
  PurserProvider,
  type PurserProviderProps,
  useCreditAccounts,
  useTopUp,
} from '../../src/index.ts'
import { Gallery, type GalleryProps } from '../gallery/Gallery.tsx'

/** Every component. */
export function mountGallery(container: Element, props: GalleryProps): () => void {
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <Gallery {...props} />
    </StrictMode>,
  )
  return () => root.unmount()
}

function Wallets() {
  const { accounts, isLoading, error } = useCreditAccounts()
  const [outcome, setOutcome] = useState('')
  const { topUp } = useTopUp({ onChargedInline: ({ kind }) => setOutcome(kind) })
  return (
    <>
      <output>
        {isLoading ? 'loading' : (error?.message ?? accounts.map(({ balance }) => balance).join())}
      </output>
      <button
        type="button"
        onClick={() => topUp({ creditCurrencyId: 'prepaid', amountCents: 700 })}
      >
        {outcome}
      </button>
    </>
  )
}

/** A page with the provider, a read, a write and gates. It renders React's version first. */
export function mount(
  container: Element,
  props: PurserProviderProps & { onDenied: (reason: string) => void },
): () => void {
  const { onDenied, ...provider } = props
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <PurserProvider {...provider}>
        <h1>{version}</h1>
        <Wallets />
        <FeatureGate featureSlug="export">
          <b>export</b>
        </FeatureGate>
        <FeatureGate featureSlug="beta" fallback={<i>no beta</i>} onDenied={onDenied} />
      </PurserProvider>
    </StrictMode>,
  )
  return () => root.unmount()
}
