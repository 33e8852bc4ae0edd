import type { LookupAddress, LookupOptions } from 'node:dns'
import { isPublicAddress } from './isPublicAddress.ts'

type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The signature that `net.connect` expects: with `all` it wants a list, otherwise one address and
 * its family.
 */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (
    error: NodeJS.ErrnoException | null,
    address: string | LookupAddress[],
    family?: number,
  ) => void,
) => void

/** The code of the error that refuses a private address. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS'

export const privateAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} is not at a public address`), { code: PRIVATE_ADDRESS })

/**
 * Creates a lookup that returns only public addresses. Its result is the one that is dialled, so a
 * name cannot show one address to a check and another to the connection. A single private address
 * among several is refused as well, because any of them may be dialled.
 */
export const guardedLookup =
  (lookup: LookupAll): Lookup =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(privateAddress(hostname), [])
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
