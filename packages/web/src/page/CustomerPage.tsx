import { safeUrl } from '@purser/contract/client'
import { PurserProvider, useBranding } from '@purser/react'
import { PurserTheme } from '@purser/react/components'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Message } from './Message.tsx'
import { pageBase } from './pageAddress.ts'
import type { PageSession } from './takeSession.ts'

interface CustomerPageProps {
  readonly session: PageSession | null
  readonly children: ReactNode
}

/** A page of one customer: as long as its token is good, and what is said when it is not. */
export function CustomerPage({ session, children }: CustomerPageProps): ReactElement {
  const [isRefused, setIsRefused] = useState(false)
  const watchedFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 401) setIsRefused(true)
    return response
  }
  return (
    <PurserProvider baseUrl={pageBase} token={session?.token ?? null} fetch={watchedFetch}>
      <PurserTheme>
        {session && !isRefused ? children : <SessionEnded session={session} />}
      </PurserTheme>
    </PurserProvider>
  )
}

/** What a customer sees whose link has expired or is not whole. */
function SessionEnded({ session }: { readonly session: PageSession | null }): ReactElement {
  const { branding } = useBranding()
  const href = session?.returnUrl ?? safeUrl(branding?.website)
  const name = branding?.name
  return (
    <Message
      title={session ? 'Your session has ended' : 'This link is not complete'}
      link={href ? { href, label: name ? `Go back to ${name}` : 'Go back' } : null}
    >
      {session
        ? 'For your safety this page is open for a limited time only.'
        : 'It lacks the part that says who you are.'}{' '}
      Go back to {name ?? 'the app that sent you here'} and open this page from there again.
    </Message>
  )
}
