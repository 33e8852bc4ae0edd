import { UnauthorizedError } from '@purser/contract/client'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { createMerchantClient, type MerchantClient } from './createMerchantClient.ts'
import { FailedRun } from './run/FailedRun.tsx'
import { RunView } from './run/RunView.tsx'
import type { RunProgress } from './run/reduceRun.ts'
import { useRun, useRunAddress } from './run/useRun.ts'
import { KeyForm } from './start/KeyForm.tsx'
import { keepKey, type TakenKey } from './start/merchantKey.ts'
import { StartExamples, StartForm } from './start/StartForm.tsx'

const REFUSED = 'This key is not known, or was revoked. Enter the secret key of your sandbox again.'

const HEADINGS: Readonly<Record<OnboardingStep, readonly [title: string, lead: string]>> = {
  key: ['Your key, please', 'This run belongs to a sandbox. Its secret key opens it.'],
  start: [
    'From your pricing page to your billing',
    'Purser reads the page and drafts what it offers in your sandbox: tiers, plans, features, credits, and what to track. Nothing goes live until you say so.',
  ],
  live: ['Reading your pricing page', 'Each thing appears here as it is found and drafted.'],
  failed: ['This page could not be used', 'Nothing was created. Try the address of another page.'],
  review: [
    'Review your catalog',
    'A first draft, beside the words it rests on. Put right what is wrong, then take it live.',
  ],
  promoted: ['Your catalog is live', 'Customers can subscribe to it as soon as you link to it.'],
}

/** A pricing page becomes a catalog: paste, watch, review, promote. */
export function OnboardingPage({ taken }: { readonly taken: TakenKey }): ReactElement {
  const [key, setKey] = useState(taken.key)
  const [keyProblem, setKeyProblem] = useState(taken.problem)
  const [isPromoted, setIsPromoted] = useState(false)
  const openClient = (withKey: string) =>
    createMerchantClient(withKey, () => {
      changeKey(null)
      setKeyProblem(REFUSED)
    })
  const changeKey = (next: string | null) => {
    keepKey(next)
    setKey(next)
    setKeyProblem(null)
  }
  const client = useMemo(() => (key === null ? null : openClient(key)), [key])
  const { runId } = useRunAddress()
  const { progress, error, start, retry, leave } = useRun(client)
  const step = stepOf({ hasKey: client !== null, runId, progress, isPromoted })
  const [title, lead] = HEADINGS[step]

  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    document.title = `${title} · Purser`
    // Where the page was loaded, the browser decides what has the focus.
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    heading.current?.focus()
  }, [step, title])

  const begin = (url: string, newKey: string | null) => {
    setIsPromoted(false)
    if (newKey !== null) changeKey(newKey)
    const by = newKey === null ? client : openClient(newKey)
    if (by) start(url, by)
  }
  const startForm = (
    <StartForm
      needsKey={client === null}
      keyProblem={keyProblem}
      error={error instanceof UnauthorizedError ? null : error}
      onStart={begin}
    />
  )

  return (
    <div className="page page-wide">
      <OnboardingHeader client={client} onForget={() => changeKey(null)} />
      <main className="page-main onboarding" id="content" tabIndex={-1}>
        <Steps current={step} />
        <div className="onboarding-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p>{lead}</p>
        </div>
        {step === 'key' && <KeyForm problem={keyProblem} onKey={changeKey} />}
        {step === 'start' && (
          <div className="start">
            {startForm}
            <StartExamples />
          </div>
        )}
        {step === 'failed' && progress?.run && (
          <FailedRun run={progress.run}>{startForm}</FailedRun>
        )}
        {client && progress && (step === 'live' || step === 'review' || step === 'promoted') && (
          <RunView
            key={progress.id}
            client={client}
            progress={progress}
            error={error}
            isPromoted={isPromoted}
            onPromoted={setIsPromoted}
            onRetry={retry}
            onLeave={() => {
              setIsPromoted(false)
              leave()
            }}
          />
        )}
      </main>
    </div>
  )
}

interface OnboardingHeaderProps {
  readonly client: MerchantClient | null
  readonly onForget: () => void
}

/** Whose sandbox it is, and the way out of it. */
function OnboardingHeader({ client, onForget }: OnboardingHeaderProps): ReactElement {
  const [merchant, setMerchant] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    setMerchant(null)
    client?.call('getOrganization', {}).then(
      ({ name }) => isCurrent && setMerchant(name),
      // Whatever is wrong is said where the key is needed.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  return (
    <header className="page-header">
      <span className="brand">
        <span className="brand-logo brand-monogram" aria-hidden="true">
          P
        </span>
        <span className="brand-name">{merchant ?? 'Purser'}</span>
        <span className="purser-badge">Sandbox</span>
      </span>
      {client && (
        <button type="button" className="purser-button purser-button-plain" onClick={onForget}>
          Forget key
        </button>
      )}
    </header>
  )
}

const NAMES = ['Your page', 'Reading', 'Review', 'Live'] as const

const AT: Readonly<Record<OnboardingStep, number>> = {
  key: 0,
  start: 0,
  failed: 0,
  live: 1,
  review: 2,
  promoted: 3,
}

/** The way from a page to a live catalog, and where on it one is. */
const Steps = ({ current }: { readonly current: OnboardingStep }): ReactElement => (
  <ol className="steps" aria-label="Steps">
    {NAMES.map((name, at) => (
      <li
        key={name}
        aria-current={at === AT[current] ? 'step' : undefined}
        data-done={at < AT[current] || undefined}
      >
        <span className="steps-number" aria-hidden="true">
          {at < AT[current] ? '✓' : at + 1}
        </span>
        <span className="steps-name">{name}</span>
      </li>
    ))}
  </ol>
)

type OnboardingStep = 'key' | 'start' | 'live' | 'failed' | 'review' | 'promoted'

interface Standing {
  readonly hasKey: boolean
  readonly runId: string | null
  readonly progress: RunProgress | null
  readonly isPromoted: boolean
}

/** Where the merchant stands on the way from a page to a live catalog. */
function stepOf({ hasKey, runId, progress, isPromoted }: Standing): OnboardingStep {
  if (!hasKey) return runId === null ? 'start' : 'key'
  if (progress === null) return runId === null ? 'start' : 'live'
  if (progress.run === null) return 'live'
  const hasMade = progress.findings.some((finding) => 'slug' in finding && finding.slug !== null)
  if (progress.run.status === 'failed' || !hasMade) return 'failed'
  return isPromoted ? 'promoted' : 'review'
}
