import { enableCompileCache } from 'node:module'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { loadPricingReader } from './loadPricingReader.ts'

/**
 * Runs in the thread that `readPageInThread` starts. Sends a message once the reader is loaded, then
 * reads each page it receives.
 */
export async function readPageWorker(port: MessagePort): Promise<void> {
  // Without the cache, every new thread would compile the whole reader again.
  enableCompileCache()
  const { readPricingPage } = await loadPricingReader()
  port.on('message', (html: string) => port.postMessage(readPricingPage(html)))
  port.postMessage('ready')
}

if (parentPort) await readPageWorker(parentPort)
