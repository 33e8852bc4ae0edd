export const MODULES = 'packages/server/src/modules/'

export const KERNEL = 'packages/server/src/kernel/'

export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)

export const moduleOf = (path: string): string | undefined =>
  path.startsWith(MODULES) ? path.slice(MODULES.length).split('/')[0] : undefined

export const isKernel = (path: string): boolean => path.startsWith(KERNEL)

/** A file with pure rules. */
export const isCore = (path: string): boolean => /\.core\.ts$/.test(path)
export const isSql = (path: string): boolean => /\.sql\.ts$/.test(path)

const isAtTop = (path: string, name: string): boolean =>
  path.startsWith(MODULES) && path.slice(MODULES.length).split('/').slice(1).join('/') === name

/** The files through which other modules import a module. */
export const isIndex = (path: string): boolean => isAtTop(path, 'index.ts')
export const isRead = (path: string): boolean => isAtTop(path, 'read.ts')
export const isCoreEntry = (path: string): boolean => isAtTop(path, 'core.ts')

/** An adapter for a payment provider, which app.ts selects. */
export const isProviderIndex = (path: string): boolean =>
  /^payments\/providers\/\w+\/index\.ts$/.test(path.slice(MODULES.length))
