import { defineConfig } from 'vite'

const page = (name: string) => `${import.meta.dirname}/${name}.html`

/** Builds five pages that share their common code. The server decides at which paths they appear. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    assetsDir: 'pages',
    assetsInlineLimit: 0,
    // The first browsers with light-dark(), which the components need.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // Every browser that supports these pages also supports module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['portal', 'checkout', 'invoice', 'pricing', 'onboarding'].map(page),
      // Server frameworks read the 'use client' directive. These pages do not use such a framework.
      onwarn: (warning, report) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') report(warning)
      },
    },
  },
})
