import { type ReactElement, useState } from 'react'
import { useWords } from '../theme/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import type { Coupon } from './useCoupon.ts'

/** A coupon, tried before it counts. */
export function CouponField({ coupon }: { readonly coupon: Coupon }): ReactElement {
  const { checkout: words } = useWords()
  const [text, setText] = useState('')
  if (coupon.applied !== null) {
    return (
      <p className="purser-coupon">
        <span role="status">{words.couponApplied(coupon.applied)}</span>
        <Button variant="plain" onClick={() => coupon.tryCode(null)}>
          {words.removeCoupon}
        </Button>
      </p>
    )
  }
  return (
    <form
      className="purser-coupon"
      onSubmit={(event) => {
        event.preventDefault()
        coupon.tryCode(text.trim() || null)
      }}
    >
      <Field label={words.coupon} error={coupon.error?.message}>
        {(field) => (
          <input
            {...field}
            className="purser-input"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={coupon.isTrying}>
        {words.applyCoupon}
      </Button>
    </form>
  )
}
