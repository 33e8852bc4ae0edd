import { enableCompileCache } from 'node:module'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { loadPricingReader } from './loadPricingReader.ts'

/** Runs in the thread that `readPageInThread` starts: reads one page and sends the result. */
export async function readPageWorker(port: MessagePort, html: string): Promise<void> {
  // Every page gets a new thread, which would otherwise compile the whole reader again.
  enableCompileCache()
  const { readPricingPage } = await loadPricingReader()
  port.postMessage(readPricingPage(html))
}

if (parentPort && typeof workerData?.html === 'string')
  await readPageWorker(parentPort, workerData.html)
