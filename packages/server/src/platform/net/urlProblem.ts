import { isIP } from 'node:net'
import { isPublicAddress } from './isPublicAddress.ts'

/** Names that always mean this machine or this network, without asking any resolver. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/

/** The host of a URL as it is dialed, without brackets and trailing dots. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/**
 * Explains why a URL must not be called, as far as the URL itself shows. Returns null if it is
 * acceptable. The URL parser has already normalized decimal, octal and hexadecimal IPv4 addresses.
 */
export function urlProblem(url: URL, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'must be an http or https URL'
  if (url.username !== '' || url.password !== '') return 'must have no credentials'
  const host = hostOf(url)
  if (host === '') return 'must name a host'
  if (allowPrivate) return null
  const isPrivate = isIP(host) ? !isPublicAddress(host) : LOCAL_NAMES.test(host)
  return isPrivate ? 'must not be a private, loopback or otherwise special address' : null
}
