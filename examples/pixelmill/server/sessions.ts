import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const COOKIE = 'pixelmill'

export interface Sessions {
  /** The cookie that says who has signed in. */
  begin(customerId: string): string
  end(): string
  /** Who sends this cookie header; null when nobody has signed in. */
  read(cookies: string | undefined): string | null
}

/** Signed cookies stand in for your own sign-in; a restart signs everybody out. */
export function createSessions(secret: Buffer = randomBytes(32)): Sessions {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const attributes = 'Path=/; HttpOnly; SameSite=Strict'
  return {
    begin: (customerId) => `${COOKIE}=${customerId}.${sign(customerId)}; ${attributes}`,
    end: () => `${COOKIE}=; Max-Age=0; ${attributes}`,
    read: (cookies = '') => {
      const value = cookies
        .split(/; */)
        .find((cookie) => cookie.startsWith(`${COOKIE}=`))
        ?.slice(COOKIE.length + 1)
      const [customerId = '', signature = ''] = value?.split('.') ?? []
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(customerId))]
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted)
      return isOurs && customerId !== '' ? customerId : null
    },
  }
}
