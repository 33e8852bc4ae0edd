import type { Invoice } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'

const TONES: Readonly<Record<Invoice['status'], Tone>> = {
  draft: 'neutral',
  open: 'warning',
  paid: 'positive',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  void: 'neutral',
  uncollectible: 'negative',
}

export function InvoiceStatusBadge({ status }: Pick<Invoice, 'status'>): ReactElement {
  const { invoices: words } = useWords()
  return <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
}
