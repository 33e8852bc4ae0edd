import { lstat } from 'node:fs/promises'

/** Returns true for a dangling link too. */
export const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )
