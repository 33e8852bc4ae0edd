import { type CSSProperties, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import { useBranding } from '../../catalog/useBranding.ts'
import { classNames } from '../ui/classNames.ts'
import { joinWords, type PartialWords } from '../words/words.ts'
import { accentColors } from './accentColors.ts'
import { ThemeContext } from './ThemeContext.ts'

export interface PurserThemeProps {
  /** A hex color. Default: that of the merchant's branding. */
  readonly accent?: string | undefined
  /** `auto`: the preference of the customer's system. */
  readonly scheme?: 'auto' | 'light' | 'dark' | undefined
  /** Locale of amounts and dates, such as `de-DE`. */
  readonly locale?: string | undefined
  /** Replaces texts. All others stay in English. */
  readonly words?: PartialWords | undefined
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Sets the appearance, texts and locale of the components inside it. */
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

/** The variables of the style sheet. Without a color, the style sheet's defaults apply. */
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
