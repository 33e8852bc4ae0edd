import type { ReactElement } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The provider's form did not come. */
export function FormNotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { common, payments } = useWords()
  return (
    <Notice kind="error" action={<Button onClick={onRetry}>{common.retry}</Button>}>
      {payments.formNotLoaded}
    </Notice>
  )
}
