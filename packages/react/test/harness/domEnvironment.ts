import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { addModalDialogs } from './addModalDialogs.ts'

/** What a document needs of its own; the rest stays Node's, because the server runs here too. */
const OF_THE_DOCUMENT = ['CustomEvent', 'Event', 'EventTarget', 'MessageEvent', 'navigator']

/** A browser's document around the real server. */
const domEnvironment: Environment = {
  name: 'dom',
  viteEnvironment: 'ssr',
  setup: async (global: object, options) => {
    const ofNode = Object.entries(Object.getOwnPropertyDescriptors(global)).filter(
      ([name]) => !OF_THE_DOCUMENT.includes(name),
    )
    const dom = await builtinEnvironments.jsdom.setup(global, options)
    for (const [name, descriptor] of ofNode) {
      if (descriptor.configurable) Object.defineProperty(global, name, descriptor)
    }
    addModalDialogs(globalThis)
    return dom
  },
}

// Vitest takes an environment from the default export only.
export default domEnvironment
