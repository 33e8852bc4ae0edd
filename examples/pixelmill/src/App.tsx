import { PurserProvider, renderAmount, useCreditAccounts } from '@purser/react'
import { PurserTheme } from '@purser/react/components'
import { useState } from 'react'
import { Billing } from './Billing.tsx'
import { callServer } from './callServer.ts'
import { SignIn } from './SignIn.tsx'
import { Studio } from './Studio.tsx'

interface BillingToken {
  token: string
  purserUrl: string
}

/** The provider calls this when it needs a token, and again before the token expires. */
const fetchToken = async () => (await callServer<BillingToken>('/api/billing-token')).token

export function App() {
  const [purserUrl, setPurserUrl] = useState<string | null>(null)
  const [view, setView] = useState<'studio' | 'billing'>('studio')
  const openApp = async () => {
    setPurserUrl((await callServer<BillingToken>('/api/billing-token')).purserUrl)
  }
  if (purserUrl === null) return <SignIn onSignedIn={openApp} />

  const signOut = async () => {
    await callServer('/api/sign-out')
    setPurserUrl(null)
  }
  return (
    <PurserProvider baseUrl={purserUrl} token={fetchToken} productId="pixelmill">
      <PurserTheme accent="#6d28d9">
        <header className="bar">
          <strong className="brand">Pixelmill</strong>
          <nav aria-label="Pages">
            {(['studio', 'billing'] as const).map((name) => (
              <button
                key={name}
                type="button"
                className="tab"
                aria-current={view === name ? 'page' : undefined}
                onClick={() => setView(name)}
              >
                {name === 'studio' ? 'Studio' : 'Billing'}
              </button>
            ))}
          </nav>
          <Balance />
          <button type="button" className="tab" onClick={signOut}>
            Sign out
          </button>
        </header>
        <main className="page">
          {view === 'studio' ? <Studio onTopUp={() => setView('billing')} /> : <Billing />}
        </main>
      </PurserTheme>
    </PurserProvider>
  )
}

function Balance() {
  const { accounts, isLoading } = useCreditAccounts({ watch: true })
  const wallet = accounts.find(({ currency }) => currency?.slug === 'image-credits')
  if (isLoading) return <span className="balance" aria-busy="true" />
  const balance = wallet ? renderAmount(wallet.balance, wallet.currency) : '0'
  return (
    <span className="balance">
      {balance} {balance === '1' ? 'credit' : 'credits'}
    </span>
  )
}
