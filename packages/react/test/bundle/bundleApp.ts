import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** Packages that an app has anyway, or installs itself. */
const OF_THE_APP = [/^react($|\/)/, /^@tanstack\/react-query$/]

interface BundleOptions {
  /** A module of the app. */
  source: string
  external?: RegExp[]
  alias?: Record<string, string>
  minify?: boolean
  mode?: 'production' | 'development'
}

/** Bundles a module of an app. */
export async function bundleApp({
  source,
  external = OF_THE_APP,
  alias = {},
  minify = true,
  mode = 'production',
}: BundleOptions): Promise<{ code: string; gzipBytes: number }> {
  const entry = resolve(import.meta.dirname, 'app.tsx')
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'silent',
    external,
    resolve: { alias, conditionNames: ['import', 'browser', 'default'] },
    transform: {
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      jsx: { runtime: 'automatic' },
    },
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? { code: source, moduleType: 'tsx' } : null),
      },
    ],
  })
  try {
    const { output } = await bundle.generate({ format: 'es', minify, codeSplitting: false })
    const code = output[0].code
    return { code, gzipBytes: gzipSync(code).length }
  } finally {
    await bundle.close()
  }
}
