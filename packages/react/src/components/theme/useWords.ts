import { useContext } from 'react'
import type { Words } from '../words.ts'
import { ThemeContext } from './ThemeContext.ts'

/** The texts of the components, as the theme has them. */
export const useWords = (): Words => useContext(ThemeContext).words
