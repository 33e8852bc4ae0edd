import { ConnectionError, UnauthorizedError } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface ErrorNoticeProps {
  readonly error: Error
  /** Retries. Without it, there is no button. */
  readonly onRetry?: (() => unknown) | undefined
  /** Label of the button, if it does something other than retry. */
  readonly retryLabel?: string | undefined
}

/** Shows the server's error message and the next step. */
export function ErrorNotice({ error, onRetry, retryLabel }: ErrorNoticeProps): ReactElement {
  const { common } = useWords()
  const texts =
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
      {texts ? (
        <>
          <strong>{texts[0]}</strong> {texts[1]}
        </>
      ) : (
        error.message
      )}
    </Notice>
  )
}
