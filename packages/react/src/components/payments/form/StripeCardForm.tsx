import {
  type FormEvent,
  type ReactElement,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
} from 'react'
import { useLocale, useWords } from '../../theme/ThemeContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { loadStripe, type Stripe, type StripeElements } from './loadStripe.ts'
import {
  FormLoading,
  FormNotLoaded,
  type ProviderFormProps,
  schemeAround,
} from './providerForm.tsx'

interface StripeForm {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

/** Stripe's Payment Element. The kind of secret decides whether it saves or charges a card. */
export function StripeCardForm({ client, onDone, onError }: ProviderFormProps): ReactElement {
  const { token: clientSecret, publishableKey } = client
  const isSetup = clientSecret.startsWith('seti_')
  const { payments } = useWords()
  const locale = useLocale()
  const place = useRef<HTMLDivElement>(null)
  const [load, setLoad] = useState(1)
  const [form, setForm] = useState<StripeForm | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const finish = async (
    answer: ReturnType<Stripe['confirmPayment']>,
  ): Promise<'done' | 'again'> => {
    const { error, paymentIntent, setupIntent } = await answer
    const status = (paymentIntent ?? setupIntent)?.status
    if (status === 'succeeded' || status === 'processing' || status === 'requires_capture') {
      onDone({ isProcessing: status === 'processing' })
      return 'done'
    }
    if (error) {
      const message = error.message ?? payments.cardRefused
      setProblem(message)
      onError?.({ code: error.code ?? 'card_declined', message })
    }
    return 'again'
  }
  const latestFinish = useRef(finish)
  useInsertionEffect(() => {
    latestFinish.current = finish
  })

  // Each load starts from the beginning.
  useEffect(() => {
    let isGone = false
    let close = () => {}
    const open = async () => {
      const stripe = await loadStripe(publishableKey ?? '')
      const { paymentIntent, setupIntent } = isSetup
        ? await stripe.retrieveSetupIntent(clientSecret)
        : await stripe.retrievePaymentIntent(clientSecret)
      const status = (paymentIntent ?? setupIntent)?.status
      if (isGone) return
      if (status === 'succeeded' || status === 'processing') {
        await latestFinish.current(Promise.resolve({ paymentIntent: { status } }))
        return
      }
      if (status === 'requires_action') {
        const end = await latestFinish.current(stripe.handleNextAction({ clientSecret }))
        if (end === 'done') return
      }
      if (isGone || place.current === null) return
      const theme = isDark(place.current) ? 'night' : 'stripe'
      const elements = stripe.elements({ clientSecret, locale, appearance: { theme } })
      const element = elements.create('payment')
      close = () => element.destroy()
      element.on('ready', () => setState('ready'))
      element.on('loaderror', () => setState('failed'))
      element.mount(place.current)
      setForm({ stripe, elements })
    }
    open().catch(() => {
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
      close()
    }
  }, [clientSecret, publishableKey, isSetup, locale, load])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (form === null || isSending) return
    setIsSending(true)
    setProblem(null)
    const { stripe, elements } = form
    const [address = ''] = location.href.split('#')
    const confirmation = {
      elements,
      confirmParams: { return_url: address },
      redirect: 'if_required',
    } as const
    const end = await finish(
      isSetup ? stripe.confirmSetup(confirmation) : stripe.confirmPayment(confirmation),
    ).catch((): 'again' => {
      setProblem(payments.formNotLoaded)
      return 'again'
    })
    if (end === 'again') setIsSending(false)
  }

  if (state === 'failed') {
    const loadAgain = () => {
      setState('loading')
      setLoad((before) => before + 1)
    }
    return <FormNotLoaded onRetry={loadAgain} />
  }
  return (
    <form className="purser-stripe-form" onSubmit={(event) => void send(event)}>
      {state === 'loading' && <FormLoading />}
      <div ref={place} />
      {problem && <Notice kind="error">{problem}</Notice>}
      {state === 'ready' && (
        <Button type="submit" variant="primary" isBusy={isSending}>
          {isSetup ? payments.saveCard : payments.pay}
        </Button>
      )}
    </form>
  )
}

const isDark = (element: Element): boolean => {
  const scheme = schemeAround(element)
  return scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
}
