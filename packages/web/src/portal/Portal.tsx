import { useBranding, useCustomer } from '@purser/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { BackLink, Brand } from '../page/PageHeader.tsx'
import type { PageSession } from '../page/takeSession.ts'
import { PortalContent } from './PortalContent.tsx'
import { PortalNav } from './PortalNav.tsx'
import { usePortalView } from './portalViews.ts'

export function Portal({ session }: { readonly session: PageSession }): ReactElement {
  const { view, goTo } = usePortalView()
  const { branding } = useBranding()
  const { customer } = useCustomer()
  const heading = useRef<HTMLHeadingElement>(null)
  const lastView = useRef(view.name)

  const merchant = branding?.name
  useEffect(() => {
    document.title = merchant ? `${view.title} · ${merchant}` : view.title
  }, [view.title, merchant])

  useEffect(() => {
    // After a page load, the browser decides which element has the focus.
    if (lastView.current === view.name) return
    lastView.current = view.name
    scrollTo(0, 0)
    heading.current?.focus()
  }, [view.name])

  return (
    <div className="portal">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="portal-side">
        <Brand />
        <PortalNav current={view.name} goTo={goTo} />
        <div className="portal-foot">
          <p className="portal-customer">
            <span>{customer?.name ?? ''}</span>
            <span>{customer?.email ?? ''}</span>
          </p>
          <BackLink returnUrl={session.returnUrl} />
        </div>
      </header>
      <main className="portal-main" id="content" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {view.title}
        </h1>
        <PortalContent view={view.name} goTo={goTo} />
      </main>
    </div>
  )
}
