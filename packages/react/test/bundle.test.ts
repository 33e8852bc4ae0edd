import { describe, expect, it } from 'vitest'
import { bundleApp } from './bundle/bundleApp.ts'

const MAX_GZIP_BYTES = 15_000
const OF_THE_APP = [/^react($|\/)/, /^@tanstack\/react-query$/]

describe('the bundle of an app', () => {
  it('is at most 15 kB for all hooks and gates, without React, react-query and the components', async () => {
    const { gzipBytes } = await bundleApp({
      source: "export * from '../../src/index.ts'",
      external: [...OF_THE_APP, /\/components\//],
    })
    console.info(`@purser/react without components: ${gzipBytes} bytes gzip`)
    expect(gzipBytes).toBeLessThanOrEqual(MAX_GZIP_BYTES)
  })

  it('contains only the hooks in use', async () => {
    const all = await bundleApp({ source: "export * from '../../src/index.ts'" })
    const one = await bundleApp({
      source: "export { PurserProvider, useCreditAccounts } from '../../src/index.ts'",
    })
    console.info(`the provider and one hook: ${one.gzipBytes} bytes gzip`)
    for (const ofTheGates of ['noAccessComponent', 'requiredBalance', 'fallbackEntitlement']) {
      expect(all.code).toContain(ofTheGates)
      expect(one.code).not.toContain(ofTheGates)
    }
    expect(all.code).toContain('onChargedInline')
    expect(one.code).not.toContain('onChargedInline')
  })

  it('contains only the components in use', async () => {
    const all = await bundleApp({ source: "export * from '../../src/components/index.ts'" })
    const one = await bundleApp({
      source: "export { UsageMeter } from '../../src/components/index.ts'",
    })
    console.info(`all components: ${all.gzipBytes} bytes gzip; one: ${one.gzipBytes}`)
    expect(all.code).toContain('js.stripe.com')
    expect(one.code).not.toContain('js.stripe.com')
    expect(one.code).not.toContain('purser-tier')
  })

  it.each(['index', 'components/index'])('has no side effects: %s', async (entry) => {
    const { code } = await bundleApp({ source: `import '../../src/${entry}.ts'` })
    expect(code.trim()).toBe('')
  })
})
