import type { LookupAddress, LookupOptions } from 'node:dns'
import { isPublicAddress } from './isPublicAddress.ts'

type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** As `net.connect` calls it: with `all` it wants a list, else one address and its family. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (
    error: NodeJS.ErrnoException | null,
    address: string | LookupAddress[],
    family?: number,
  ) => void,
) => void

/** The code of the error with which a private address is refused. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS'

export const privateAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} is not at a public address`), { code: PRIVATE_ADDRESS })

/**
 * A lookup that answers public addresses only. It is the one whose answer is dialled, so a name
 * cannot show one address to a check and another to the connection. One private address among
 * several is refused as well: the dialler may try any of them.
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
