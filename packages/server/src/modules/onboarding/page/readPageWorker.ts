import { enableCompileCache } from 'node:module'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { loadPricingReader } from './loadPricingReader.ts'

/** Runs in the thread that `readPageInThread` starts: reads each page it receives. */
export function readPageWorker(port: MessagePort): void {
  // Without the cache, every new thread would compile the whole reader again.
  enableCompileCache()
  port.on('message', async (html: string) => {
    const { readPricingPage } = await loadPricingReader()
    port.postMessage(readPricingPage(html))
  })
}

if (parentPort) readPageWorker(parentPort)
