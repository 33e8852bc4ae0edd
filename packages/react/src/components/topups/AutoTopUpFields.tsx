import { type AutoTopUp, autoTopUpMode, currencyScale } from '@purser/contract/client'
import { type FormEvent, type ReactElement, useState } from 'react'
import type { SetAutoTopUpInput } from '../../credits/useAutoTopUp.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { WalletCurrency } from '../wallet/findCurrency.ts'
import { AmountField } from './AmountField.tsx'
import { type ParsedAmount, parseTypedAmount } from './parseTypedAmount.ts'
import type { CreditPackage } from './useCreditPackages.ts'

interface AutoTopUpFieldsProps {
  readonly currency: WalletCurrency
  readonly rule: AutoTopUp | null
  readonly packages: readonly CreditPackage[]
  readonly chargeCurrency: string | null
  readonly isPending: boolean
  readonly set: (input: SetAutoTopUpInput) => Promise<unknown>
  readonly disable: () => Promise<unknown>
}

/** The settings of an auto-top-up rule. A unit wallet buys a package, a fiat wallet an amount. */
export function AutoTopUpFields(props: AutoTopUpFieldsProps): ReactElement {
  const { currency, rule, packages, chargeCurrency, isPending, set, disable } = props
  const { common, wallet } = useWords()
  const format = useFormat()
  const { locale } = format
  const isPackage = autoTopUpMode(currency.denomination) === 'package'
  const scale = currency.minorUnitScale
  const chargeScale = currencyScale(chargeCurrency ?? '') ?? 2
  const isConfigured = rule !== null && (rule.amount !== null || rule.packageId !== null)
  const write = (minorUnits: number | null | undefined, minorUnitScale: number) =>
    isConfigured && typeof minorUnits === 'number'
      ? format.amount(minorUnits, { denomination: 'unit', minorUnitScale })
      : ''

  const [threshold, setThreshold] = useState(() => write(rule?.threshold, scale))
  const [amount, setAmount] = useState(() => write(rule?.amount, scale))
  const [limit, setLimit] = useState(() => write(rule?.monthlyChargeLimit, chargeScale))
  const [packageId, setPackageId] = useState(rule?.packageId ?? '')
  const [isChecked, setIsChecked] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [error, setError] = useState<Error | null>(null)

  const parsed = {
    threshold: parseTypedAmount(threshold, { locale, scale, mayBeZero: true }),
    amount: parseTypedAmount(amount, { locale, scale }),
    limit: parseTypedAmount(limit, { locale, scale: chargeScale }),
  }
  const problemOf = ({ problem }: ParsedAmount, isOptional = false): string | null =>
    !isChecked || problem === null || (isOptional && problem === 'empty')
      ? null
      : wallet.problems[problem]

  const readInput = (): SetAutoTopUpInput | null => {
    const { minorUnits: fallsTo } = parsed.threshold
    const { minorUnits: topupAmount } = parsed.amount
    const { minorUnits: most, problem: limitProblem } = parsed.limit
    if (fallsTo === null || (most === null && limitProblem !== 'empty')) return null
    const settings = { threshold: fallsTo, monthlyChargeLimit: most, enabled: true }
    if (isPackage) {
      return packageId === '' ? null : { mode: 'package', creditPackageId: packageId, ...settings }
    }
    return topupAmount === null ? null : { mode: 'amount', topupAmount, ...settings }
  }

  const send = (call: Promise<unknown>, sentence: string) => {
    setError(null)
    setMessage(null)
    call.then(() => setMessage(sentence), setError)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const input = readInput()
    if (input && !isPending) send(set(input), wallet.autoSaved)
  }

  return (
    <form className="purser-form" onSubmit={submit} noValidate>
      <AmountField
        label={wallet.threshold}
        text={threshold}
        onChange={setThreshold}
        error={problemOf(parsed.threshold)}
      />
      {isPackage ? (
        <Field
          label={wallet.package}
          error={isChecked && packageId === '' ? wallet.choosePackage : null}
        >
          {(field) => (
            <select
              {...field}
              className="purser-input"
              value={packageId}
              onChange={(event) => setPackageId(event.target.value)}
            >
              <option value="">{wallet.choosePackage}</option>
              {packages.map(({ id, name, price, currency: priced }) => (
                <option key={id} value={id}>
                  {`${name}, ${format.money(price, priced)}`}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <AmountField
          label={wallet.topUpAmount}
          hint={wallet.amountHint(currency.denomination.toUpperCase())}
          text={amount}
          onChange={setAmount}
          error={problemOf(parsed.amount)}
        />
      )}
      <AmountField
        label={wallet.monthlyLimit}
        hint={wallet.monthlyLimitHint}
        text={limit}
        onChange={setLimit}
        error={problemOf(parsed.limit, true)}
      />
      {error && <ErrorNotice error={error} />}
      <div aria-live="polite" className="purser-said">
        {message && <Notice kind="success">{message}</Notice>}
      </div>
      <div className="purser-form-actions">
        {rule?.enabled && (
          <Button isBusy={isPending} onClick={() => send(disable(), wallet.autoDisabled)}>
            {wallet.turnOff}
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={isPending}>
          {rule?.enabled ? common.save : wallet.turnOn}
        </Button>
      </div>
    </form>
  )
}
