import { PurserProvider } from '@purser/react'
import { PurserTheme } from '@purser/react/components'
import { mountPage } from '../page/mountPage.tsx'
import { pageBase, readPageId } from '../page/pageAddress.ts'
import { PricingPage } from './PricingPage.tsx'

const productId = readPageId()
const publishableKey = new URLSearchParams(location.search).get('key')
mountPage(
  <PurserProvider baseUrl={pageBase} publishableKey={publishableKey} productId={productId}>
    <PurserTheme>
      <PricingPage hasKey={publishableKey !== null} />
    </PurserTheme>
  </PurserProvider>,
)
