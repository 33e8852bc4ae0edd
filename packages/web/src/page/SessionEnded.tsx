import { safeUrl } from '@purser/contract/client'
import { useBranding } from '@purser/react'
import type { ReactElement } from 'react'
import { Message } from './Message.tsx'
import type { PageSession } from './takeSession.ts'

/** What a customer sees whose link has expired or is not whole. */
export function SessionEnded({ session }: { readonly session: PageSession | null }): ReactElement {
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
