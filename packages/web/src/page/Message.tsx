import { type ReactElement, type ReactNode, useEffect } from 'react'

interface MessageProps {
  readonly title: string
  readonly children: ReactNode
  readonly link?: { readonly href: string; readonly label: string } | null
}

/** A page that shows only a message. */
export function Message({ title, children, link }: MessageProps): ReactElement {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="message purser">
      <h1>{title}</h1>
      <p>{children}</p>
      {link && (
        <a className="message-link" href={link.href} rel="noreferrer">
          {link.label}
        </a>
      )}
    </main>
  )
}
