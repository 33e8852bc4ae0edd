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

/** A page for one customer. Shows a message instead once the server rejects the token. */
export function CustomerPageFrame({ session, children }: CustomerPageProps): ReactElement {
  const [isRejected, setIsRejected] = useState(false)
  const watchedFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 401) setIsRejected(true)
    return response
  }
  return (
    <PurserProvider baseUrl={pageBase} token={session?.token ?? null} fetch={watchedFetch}>
      <PurserTheme>
        {session && !isRejected ? children : <SessionEnded session={session} />}
      </PurserTheme>
    </PurserProvider>
  )
}

/** The message for a link that has expired or is incomplete. */
function SessionEnded({ session }: { readonly session: PageSession | null }): ReactElement {
  const { branding } = useBranding()
  const href = session?.returnUrl ?? safeUrl(branding?.website)
  const name = branding?.name
  return (
    <Message
      title={session ? 'Your session has ended' : 'This link is incomplete'}
      link={href ? { href, label: name ? `Go back to ${name}` : 'Go back' } : null}
    >
      {session
        ? 'For your security, this page stays open only for a limited time.'
        : 'Part of the link is missing.'}{' '}
      Go back to {name ?? 'the app that sent you here'} and open this page again from there.
    </Message>
  )
}
