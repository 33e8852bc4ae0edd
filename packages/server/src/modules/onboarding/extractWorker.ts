import { enableCompileCache } from 'node:module'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ReadPage } from './extractApart.ts'

/** The other end of `extractApart`: reads a page in its thread and sends what it read. */
export async function extractWorker(port: MessagePort, page: string): Promise<void> {
  // Each page has a thread of its own, which would compile all the rules anew.
  enableCompileCache()
  const { extractOffer } = await import('./core/extractOffer.ts')
  const { pageText } = await import('./core/pageText.ts')
  const read: ReadPage = { offer: extractOffer(page), text: pageText(page) }
  port.postMessage(read)
}

if (parentPort && typeof workerData?.page === 'string')
  await extractWorker(parentPort, workerData.page)
