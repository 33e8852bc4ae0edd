/** What every portal token is signed with and for; anything else is refused. */
export const PORTAL_TOKEN = {
  algorithm: 'HS256',
  audience: 'purser:portal',
  maxAgeSeconds: 86_400,
} as const
