import { PurserTheme } from '@purser/react/components'
import { mountPage } from '../page/mountPage.tsx'
import './onboarding.css'
import './drafts.css'
import './review.css'
import { OnboardingPage } from './OnboardingPage.tsx'
import { takeKey } from './start/merchantKey.ts'

/** The style sheet's default accent. Only merchants see this page, so it needs no branding. */
const ACCENT = '#4f46e5'

mountPage(
  <PurserTheme accent={ACCENT}>
    <OnboardingPage initialKey={takeKey()} />
  </PurserTheme>,
)
