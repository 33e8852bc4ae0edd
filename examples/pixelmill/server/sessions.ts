import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const COOKIE = 'pixelmill'

interface Sessions {
  /** Returns the cookie of a signed-in customer. */
  begin(customerId: string): string
  /** Returns a cookie that signs the customer out. */
  end(): string
  /** Returns the id of the signed-in customer, or null. */
  read(cookies: string | undefined): string | null
}

/**
 * Keeps the customer's id in a signed cookie. The secret is new after each restart, so a restart
 * signs out all customers. Replace this with your own sign-in.
 */
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
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(customerId))]
      const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
      return isValid && customerId !== '' ? customerId : null
    },
  }
}
