/**
 * Code that the clients share: routes, requests, errors and the types of every operation. Nothing
 * here loads a validator, which keeps it small enough for a browser.
 */
export * from '../catalog/sectionOf.ts'
export type * from '../index.ts'
export * from '../values/currencies.ts'
export * from '../values/denomination.ts'
export * from './buildRequest.ts'
export * from './operation.ts'
export * from './PurserError.ts'
export * from './readError.ts'
export * from './readEventStream.ts'
export * from './routes.ts'
export * from './safeUrl.ts'
