import { createRequire } from 'node:module'

type PricingReader = typeof import('@purser/pricing-reader')

/** The answer to a caller, and the error of a run, on a server that cannot read pages. */
export const READER_MISSING =
  'This server was installed without the package @purser/pricing-reader, so it cannot read pricing pages: install the package and restart the server.'

/** Looks the package up without loading it. */
export function isPricingReaderInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@purser/pricing-reader')
    return true
  } catch {
    return false
  }
}

/**
 * Loads the package that reads pricing pages. It is optional and large, so no other file of the
 * server imports it, and a server that never reads a page never loads it.
 */
export const loadPricingReader = (): Promise<PricingReader> => import('@purser/pricing-reader')
