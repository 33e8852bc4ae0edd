// Everything here runs in browsers; frameworks with server components need to be told.
'use client'

export { PurserTheme, type PurserThemeProps } from './theme/PurserTheme.tsx'
export type { PartialWords, Words } from './words.ts'
