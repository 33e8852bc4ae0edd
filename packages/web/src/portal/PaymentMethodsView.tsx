import { PaymentMethodManager } from '@purser/react/components'
import type { ReactElement } from 'react'

export const PaymentMethodsView = (): ReactElement => <PaymentMethodManager />
