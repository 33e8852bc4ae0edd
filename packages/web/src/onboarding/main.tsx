import { PurserTheme } from '@purser/react/components'
import { mountPage } from '../page/mountPage.tsx'
import './onboarding.css'
import './drafts.css'
import './review.css'
import { OnboardingPage } from './OnboardingPage.tsx'
import { takeKey } from './start/merchantKey.ts'

/** That of the style sheet: this page is the merchant's, whose customers do not see it. */
const ACCENT = '#4f46e5'

mountPage(
  <PurserTheme accent={ACCENT}>
    <OnboardingPage taken={takeKey()} />
  </PurserTheme>,
)
