import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Purser } from '@purser/node'
import { createPixelmill } from './createPixelmill.ts'

const { PURSER_URL: purserUrl = 'http://127.0.0.1:4242', PURSER_API_KEY: apiKey = '' } = process.env
const port = Number(process.env.PORT ?? 4243)

const server = createServer(
  createPixelmill({
    purser: new Purser({ apiKey, baseUrl: purserUrl }),
    purserUrl,
    pages: fileURLToPath(new URL('../dist', import.meta.url)),
  }),
)
server.listen(port, '127.0.0.1', () => console.log(`Pixelmill is at http://127.0.0.1:${port}`))
server.once('error', (error: NodeJS.ErrnoException) => {
  const isPortInUse = error.code === 'EADDRINUSE'
  console.error(
    isPortInUse ? `Port ${port} is in use. Set EXAMPLE_PORT to another port.` : error.message,
  )
  process.exit(1)
})
