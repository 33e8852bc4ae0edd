import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The components' style sheet with all its imports. */
export const readStyles = (
  file = join(import.meta.dirname, '../../src/components/styles.css'),
): string =>
  readFileSync(file, 'utf8').replace(/@import "(.+)";/g, (_, path: string) =>
    readStyles(join(dirname(file), path)),
  )
