import { PurserProvider } from '@purser/react'
import { PurserTheme } from '@purser/react/components'
import { type ReactElement, type ReactNode, useState } from 'react'
import { pageBase } from './pageBase.ts'
import { SessionEnded } from './SessionEnded.tsx'
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
