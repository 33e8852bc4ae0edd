import { isIP } from 'node:net'
import { isPublicAddress } from './isPublicAddress.ts'

/** Names that mean this machine or this network by themselves, without asking any resolver. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/

/** The host of a URL as it is dialled: no brackets, no trailing dots. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/**
 * Why we do not call a URL, as far as the URL itself tells; null when it is fine. The parser has
 * already turned decimal, octal and hexadecimal forms of an IPv4 address into the usual one.
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
