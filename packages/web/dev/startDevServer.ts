import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

interface DevPage {
  /** The name of the HTML file, without its ending. */
  name: string
  /** The headers that the page has in production. */
  headers: Readonly<Record<string, string>>
}

interface DevServerOptions {
  host: string
  port: number
  /** The address of the Purser server, which answers all requests that are not for a page. */
  serverUrl: string
  /** Requests for the server wait for this while it restarts. */
  untilServerAnswers(): Promise<void>
  findPage(path: string): DevPage | undefined
}

export interface DevServer {
  /** Calls back with the path of each file below these folders that changes. */
  watch(folders: readonly string[], onChange: (path: string) => void): void
  /** Ends all open requests, because the server waits for them before it stops. */
  dropRequests(): void
  close(): Promise<void>
}

/** The paths under which Vite serves sources, packages and HTML files. */
const VITE_PATHS = '/(@|src/|node_modules/|[a-z]+\\.html$)'
const VITE_PATH = new RegExp(`^${VITE_PATHS}`)

/** Vite adds an inline script and <style> elements to a page; a nonce allows these and no others. */
const NONCE = 'purser-dev'

/** Serves the pages from their sources, and everything else from the Purser server. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { host, port, serverUrl } = options
  const http = createHttpServer()
  // Vite's own server would end this process on SIGTERM, before the Purser server has stopped.
  const vite = await createServer({
    root: `${import.meta.dirname}/..`,
    configFile: `${import.meta.dirname}/../vite.config.ts`,
    appType: 'mpa',
    html: { cspNonce: NONCE },
    plugins: [react(), pagesPlugin(options)],
    server: {
      middlewareMode: true,
      hmr: { server: http },
      // The Purser server decides which origins may call it.
      cors: false,
      proxy: {
        [`^(?!${VITE_PATHS})`]: {
          target: serverUrl,
          configure: (proxy) => {
            proxy.on('error', (_error, _request, response) => {
              if ('req' in response && !response.headersSent) answerForServer(response)
            })
          },
        },
      },
    },
  })
  http.on('request', vite.middlewares)
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })
  return {
    watch: (folders, onChange) => {
      vite.watcher.add([...folders])
      vite.watcher.on('all', (_event, path) => {
        if (folders.some((folder) => path.startsWith(`${folder}/`))) onChange(path)
      })
    },
    dropRequests: () => http.closeAllConnections(),
    close: async () => {
      await vite.close()
      http.close()
      http.closeAllConnections()
    },
  }
}

/** Answers a request while the Purser server is not running, for example after a syntax error. */
function answerForServer(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('The Purser server is not running. The terminal with "npm run dev" shows why.\n')
}

const pagesPlugin = ({ findPage, untilServerAnswers }: DevServerOptions): Plugin => ({
  name: 'purser-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use(async (request, response, next) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const page = findPage(path)
      if (page) {
        request.url = `/${page.name}.html`
        for (const [name, value] of Object.entries(page.headers)) {
          response.setHeader(name, allowVite(value))
        }
      } else if (!VITE_PATH.test(path)) await untilServerAnswers()
      if (!response.destroyed) next()
    })
  },
})

const allowVite = (header: string): string =>
  header.replaceAll(/(script|style)-src 'self'/g, `$& 'nonce-${NONCE}'`)
