import { defineConfig } from 'vite'

const page = (name: string) => `${import.meta.dirname}/${name}.html`

/** Five pages that share what they have in common; the server puts them where it serves them. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    assetsDir: 'pages',
    assetsInlineLimit: 0,
    // The first browsers with light-dark(), on which the components rest.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // Every browser that has what these pages need loads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['portal', 'checkout', 'invoice', 'pricing', 'onboarding'].map(page),
      // That a module is for browsers is said to frameworks, of which there is none here.
      onwarn: (warning, report) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') report(warning)
      },
    },
  },
})
