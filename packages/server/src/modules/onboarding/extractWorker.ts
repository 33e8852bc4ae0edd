import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { extractOffer } from './core/extractOffer.ts'
import { pageText } from './core/pageText.ts'
import type { ReadPage } from './extractApart.ts'

/** The other end of `extractApart`: reads a page in its thread and sends what it read. */
export function extractWorker(port: MessagePort, page: string): void {
  const read: ReadPage = { offer: extractOffer(page), text: pageText(page) }
  port.postMessage(read)
}

if (parentPort && typeof workerData?.page === 'string') extractWorker(parentPort, workerData.page)
