import { ConnectionError, UnauthorizedError } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface ErrorNoticeProps {
  readonly error: Error
  /** Tries again; without it there is nothing to press. */
  readonly onRetry?: (() => unknown) | undefined
  /** What to press says, where trying again is another way. */
  readonly retryLabel?: string | undefined
}

/** What went wrong in the server's own words, and what to do next. */
export function ErrorNotice({ error, onRetry, retryLabel }: ErrorNoticeProps): ReactElement {
  const { common } = useWords()
  const known =
    error instanceof UnauthorizedError
      ? [common.signedOut, common.signedOutNext]
      : error instanceof ConnectionError
        ? [common.notReached, common.notReachedNext]
        : null
  return (
    <Notice
      kind="error"
      action={
        onRetry && (
          <Button variant="secondary" onClick={() => void onRetry()}>
            {retryLabel ?? common.retry}
          </Button>
        )
      }
    >
      {known ? (
        <>
          <strong>{known[0]}</strong> {known[1]}
        </>
      ) : (
        error.message
      )}
    </Notice>
  )
}
