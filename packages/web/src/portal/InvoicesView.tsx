import { InvoiceList } from '@purser/react/components'
import type { ReactElement } from 'react'

export const InvoicesView = (): ReactElement => <InvoiceList />
