import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { addModalDialogs } from './addModalDialogs.ts'

/** Globals that the document replaces. All others stay Node's, because the server runs here too. */
const OF_THE_DOCUMENT = ['CustomEvent', 'Event', 'EventTarget', 'MessageEvent', 'navigator']

/** Loading jsdom takes about a second, so the files of one worker share a document. */
let isLoaded = false

/** A browser's document around the real server. */
const domEnvironment: Environment = {
  name: 'dom',
  viteEnvironment: 'ssr',
  setup: async (global: object, options) => {
    if (!isLoaded) {
      const ofNode = Object.entries(Object.getOwnPropertyDescriptors(global)).filter(
        ([name]) => !OF_THE_DOCUMENT.includes(name),
      )
      await builtinEnvironments.jsdom.setup(global, options)
      for (const [name, descriptor] of ofNode) {
        if (descriptor.configurable) Object.defineProperty(global, name, descriptor)
      }
      addModalDialogs(globalThis)
      isLoaded = true
    }
    return { teardown: clearDocument }
  },
}

/** Removes everything that one test file leaves behind, so that the next one starts empty. */
function clearDocument(): void {
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
}

// Vitest takes an environment from the default export only.
export default domEnvironment
