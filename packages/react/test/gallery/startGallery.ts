import { startTestApp, type TestApp } from '../../../server/test/harness/app/testApp.ts'
import { startPageServer } from '../../../server/test/harness/browser/startPageServer.ts'
import { bundleApp } from '../bundle/bundleApp.ts'
import type { GalleryProps } from './Gallery.tsx'
import { galleryCatalog } from './galleryCatalog.ts'
import { readStyles } from './readStyles.ts'

export interface Gallery {
  app: TestApp
  /** Address of the page with all components. */
  url: string
  stop(): Promise<void>
}

/** Daily usage of a customer who works on weekdays. */
const DAYS = [12, 19, 8, 31, 4, 0, 22, 17, 25, 40, 9, 2, 0, 28, 33, 14, 21, 11, 3, 1, 26, 30]

/** Starts the real server with a merchant and two customers, and a page with every component. */
export async function startGallery(): Promise<Gallery> {
  const app = await startTestApp({ isReachable: true })
  const seller = {
    legalName: 'Draftly GmbH',
    address: ['Lange Gasse 7', '1080 Vienna', 'Austria'],
    taxId: 'ATU12345678',
    email: 'billing@draftly.example',
  }
  await app.ok('updateOrganization', {
    body: {
      name: 'Draftly',
      website: 'https://draftly.example',
      branding: { accentColor: '#0f766e' },
      seller,
    },
  })
  for (const [operation, body] of galleryCatalog) await app.ok(operation, { body })
  await app.ok('putCustomer', {
    params: { customerId: 'ada' },
    body: { currency: 'usd', name: 'Ada Lovelace', email: 'ada@example.com' },
  })
  for (const customerId of ['new', 'guest']) {
    await app.ok('putCustomer', { params: { customerId }, body: { currency: 'usd' } })
  }
  await app.ok('attachSandboxPaymentMethod', {
    body: { customerId: 'ada', behaviour: 'success' },
  })
  const { subscriptionId } = await app.ok<{ subscriptionId: string }>('createSubscription', {
    body: { customerId: 'ada', planId: 'pro', couponCode: 'LAUNCH20' },
  })
  await app.ok('addSubscriptionItem', { params: { id: subscriptionId }, body: { planId: 'print' } })
  await app.ok('topUp', {
    body: { customerId: 'ada', creditCurrencyId: 'prepaid', amountCents: 2_500 },
  })
  for (const quantity of DAYS) {
    app.clock.advance({ days: 1 })
    const events = [
      { customerId: 'ada', eventName: 'picture', quantity },
      { customerId: 'ada', eventName: 'render', quantity: quantity + 3 },
      { customerId: 'ada', eventName: 'call', quantity: quantity * 27 },
    ]
    await app.ok('trackUsage', { body: { events } })
  }
  const invoices = await app.ok<{ data: { id: string }[] }>('listInvoices', {
    query: { customerId: 'ada' },
  })
  const checkout = await app.ok<{ id: string }>('createCheckoutSession', {
    body: { customerId: 'guest', purpose: 'subscription', planId: 'pro' },
  })
  const props: GalleryProps = {
    baseUrl: app.url,
    token: await tokenOf(app, 'ada'),
    newcomerToken: await tokenOf(app, 'new'),
    invoiceId: invoices.data.at(-1)?.id ?? '',
    checkout: { token: await tokenOf(app, 'guest'), sessionId: checkout.id },
  }
  const { code } = await bundleApp({
    source: `
      import { createRoot } from 'react-dom/client'
      import { Gallery } from '../gallery/Gallery.tsx'
      createRoot(document.getElementById('root')).render(<Gallery {...${JSON.stringify(props)}} />)
    `,
    external: [],
  })
  const pages = await startPageServer()
  pages.show(page(code))
  return {
    app,
    url: pages.origin,
    stop: async () => {
      pages.stop()
      await app.stop()
    },
  }
}

const tokenOf = async (app: TestApp, customerId: string): Promise<string> =>
  (await app.ok<{ token: string }>('createPortalSession', { body: { customerId } })).token

const page = (code: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>${readStyles()}</style>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; background: light-dark(#f6f7f9, #101216) }
  main { display: grid; gap: 1.25rem; max-width: 72rem; margin: 0 auto; padding: 1.25rem }
  .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
    gap: 1.25rem; align-items: start }
  h1 { margin: 0; font: 600 1.25rem system-ui }
</style>
</head>
<body>
<div id="root"></div>
<script type="module">${code.replaceAll('</script', '<\\/script')}</script>
</body>
</html>`
