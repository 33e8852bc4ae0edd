import { UnauthorizedError } from '@purser/contract/client'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { createMerchantClient, type MerchantClient } from './createMerchantClient.ts'
import { FailedRun } from './run/FailedRun.tsx'
import { RunView } from './run/RunView.tsx'
import type { RunProgress } from './run/reduceRun.ts'
import { useRun } from './run/useRun.ts'
import { KeyForm } from './start/KeyForm.tsx'
import { type InitialKey, storeKey } from './start/merchantKey.ts'
import { StartExamples, StartForm } from './start/StartForm.tsx'

const KEY_REJECTED = 'This key is invalid or was revoked. Enter your sandbox secret key again.'

interface OnboardingPageProps {
  readonly initialKey: InitialKey
}

const HEADINGS: Readonly<Record<OnboardingStep, readonly [title: string, lead: string]>> = {
  key: ['Enter your key', 'You need the secret key of the sandbox to open this draft.'],
  start: [
    'Turn your pricing page into billing',
    'Purser reads your page and drafts a catalog in your sandbox: tiers, plans, features, credits and the events to track. Nothing goes live until you say so.',
  ],
  live: ['Reading your pricing page', 'Plans and features appear here as Purser finds them.'],
  failed: ['We could not use this page', 'Nothing was created. Try the address of another page.'],
  review: [
    'Review your catalog',
    'Compare the draft with your page. Fix any mistakes, then take it live.',
  ],
  promoted: ['Your catalog is live', 'Link to your price list so that customers can subscribe.'],
}

/** Turns a pricing page into a catalog: enter the page, watch the run, review, promote. */
export function OnboardingPage({ initialKey }: OnboardingPageProps): ReactElement {
  const [key, setKey] = useState(initialKey.key)
  const [keyProblem, setKeyProblem] = useState(initialKey.problem)
  const [isPromoted, setIsPromoted] = useState(false)
  const createClient = (clientKey: string) =>
    createMerchantClient(clientKey, () => {
      changeKey(null)
      setKeyProblem(KEY_REJECTED)
    })
  const changeKey = (next: string | null) => {
    storeKey(next)
    setKey(next)
    setKeyProblem(null)
  }
  const client = useMemo(() => (key === null ? null : createClient(key)), [key])
  const { runId, progress, error, start, retry, leave } = useRun(client)
  const step = findStep({ hasKey: client !== null, runId, progress, isPromoted })
  const [title, lead] = HEADINGS[step]

  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    document.title = `${title} · Purser`
    // After a page load, the browser decides which element has the focus.
    if (lastStep.current === step) return
    lastStep.current = step
    scrollTo(0, 0)
    heading.current?.focus()
  }, [step, title])

  const startRun = (url: string, newKey: string | null) => {
    setIsPromoted(false)
    if (newKey !== null) changeKey(newKey)
    const runClient = newKey === null ? client : createClient(newKey)
    if (runClient) start(url, runClient)
  }
  const startForm = (
    <StartForm
      needsKey={client === null}
      keyProblem={keyProblem}
      error={error instanceof UnauthorizedError ? null : error}
      onStart={startRun}
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

/**
 * Shows the name of the merchant whose sandbox is open, and a button that removes the stored key.
 */
function OnboardingHeader({ client, onForget }: OnboardingHeaderProps): ReactElement {
  const [merchant, setMerchant] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    setMerchant(null)
    client?.call('getOrganization', {}).then(
      ({ name }) => isCurrent && setMerchant(name),
      // The name is optional. The requests that need the key report its problems.
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

const STEP_NAMES = ['Your page', 'Reading', 'Review', 'Live'] as const

const STEP_INDEXES: Readonly<Record<OnboardingStep, number>> = {
  key: 0,
  start: 0,
  failed: 0,
  live: 1,
  review: 2,
  promoted: 3,
}

const Steps = ({ current }: { readonly current: OnboardingStep }): ReactElement => (
  <ol className="steps" aria-label="Steps">
    {STEP_NAMES.map((name, index) => (
      <li
        key={name}
        aria-current={index === STEP_INDEXES[current] ? 'step' : undefined}
        data-done={index < STEP_INDEXES[current] || undefined}
      >
        <span className="steps-number" aria-hidden="true">
          {index < STEP_INDEXES[current] ? '✓' : index + 1}
        </span>
        <span className="steps-name">{name}</span>
      </li>
    ))}
  </ol>
)

type OnboardingStep = 'key' | 'start' | 'live' | 'failed' | 'review' | 'promoted'

interface PageState {
  readonly hasKey: boolean
  readonly runId: string | null
  readonly progress: RunProgress | null
  readonly isPromoted: boolean
}

function findStep({ hasKey, runId, progress, isPromoted }: PageState): OnboardingStep {
  if (!hasKey) return runId === null ? 'start' : 'key'
  if (progress === null) return runId === null ? 'start' : 'live'
  if (progress.run === null) return 'live'
  const hasDraft = progress.findings.some((finding) => 'slug' in finding && finding.slug !== null)
  if (progress.run.status === 'failed' || !hasDraft) return 'failed'
  return isPromoted ? 'promoted' : 'review'
}
