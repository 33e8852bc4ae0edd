import type { ReactElement } from 'react'
import { useWords } from '../../theme/ThemeContext.ts'
import { classNames } from '../../ui/classNames.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { ProviderFormProps } from './providerForm.tsx'
import { SandboxCardForm } from './SandboxCardForm.tsx'
import { StripeCardForm } from './StripeCardForm.tsx'

export interface CardFormProps extends ProviderFormProps {
  readonly className?: string | undefined
}

/** One form per provider, by the provider name in the client envelope. */
const FORMS: ReadonlyMap<string, (props: ProviderFormProps) => ReactElement> = new Map([
  ['sandbox', SandboxCardForm],
  ['stripe', StripeCardForm],
])

/**
 * The payment provider's card form, embedded in the page. Card numbers never reach the page itself.
 */
export function CardForm({ className, ...form }: CardFormProps): ReactElement {
  const { payments } = useWords()
  const Form = FORMS.get(form.client.provider)
  return (
    <div className={classNames('purser purser-card-form', className)}>
      {Form ? (
        <Form key={form.client.token} {...form} />
      ) : (
        <Notice kind="error">{payments.unknownProvider(form.client.provider)}</Notice>
      )}
    </div>
  )
}
