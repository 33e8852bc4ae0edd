import { type CSSProperties, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import { useBranding } from '../../catalog/useBranding.ts'
import { classNames } from '../ui/classNames.ts'
import { joinWords, type PartialWords } from '../words/words.ts'
import { accentColors } from './accentColors.ts'
import { ThemeContext } from './ThemeContext.ts'

export interface PurserThemeProps {
  /** A hex colour; left out, that of the merchant's branding. */
  readonly accent?: string | undefined
  /** `auto`: what the customer's system prefers. */
  readonly scheme?: 'auto' | 'light' | 'dark' | undefined
  /** How amounts and dates are written, such as `de-DE`. */
  readonly locale?: string | undefined
  /** Texts in place of the English ones; what is left out stays English. */
  readonly words?: PartialWords | undefined
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** How the components inside it look and speak. */
export function PurserTheme(props: PurserThemeProps): ReactElement {
  return props.accent === undefined ? <BrandedTheme {...props} /> : <Themed {...props} />
}

function BrandedTheme(props: PurserThemeProps): ReactElement {
  const { branding } = useBranding()
  const accent = branding?.branding?.accentColor
  return <Themed {...props} accent={typeof accent === 'string' ? accent : undefined} />
}

function Themed({
  accent,
  scheme,
  locale,
  words,
  className,
  children,
}: PurserThemeProps): ReactElement {
  const outer = useContext(ThemeContext)
  const context = useMemo(
    () => ({ locale: locale ?? outer.locale, words: joinWords(outer.words, words) }),
    [locale, words, outer],
  )
  return (
    <div
      className={classNames('purser purser-theme', className)}
      data-scheme={scheme ?? 'auto'}
      style={accentStyle(accent)}
    >
      <ThemeContext.Provider value={context}>{children}</ThemeContext.Provider>
    </div>
  )
}

/** The variables that the style sheet reads; without a colour it has its own. */
function accentStyle(accent: string | undefined): CSSProperties | undefined {
  const colors = accent === undefined ? null : accentColors(accent)
  if (colors === null) return undefined
  return Object.fromEntries(
    (['light', 'dark'] as const).flatMap((scheme) => [
      [`--purser-accent-fill-${scheme}`, colors[scheme].fill],
      [`--purser-accent-on-fill-${scheme}`, colors[scheme].onFill],
      [`--purser-accent-text-${scheme}`, colors[scheme].text],
      [`--purser-accent-soft-${scheme}`, colors[scheme].soft],
    ]),
  )
}
