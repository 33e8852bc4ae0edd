/** Stripe's decline codes after which the same method will keep failing. */
const FINAL = new Set(
  `authentication_not_handled card_not_supported currency_not_supported debit_not_authorized
  expired_card expired_payment_method fraudulent highest_risk_level incorrect_address incorrect_cvc
  incorrect_number incorrect_pin incorrect_zip india_recurring_payment_mandate_canceled
  invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year
  invalid_number invalid_pin live_mode_test_card lost_card merchant_blacklist
  mobile_device_authentication_required new_account_information_available not_permitted
  offline_pin_required online_or_offline_pin_required payment_intent_mandate_invalid
  payment_method_bank_account_blocked payment_method_restricted pickup_card pin_try_exceeded
  previously_declined_do_not_retry restricted_card revocation_of_all_authorizations
  revocation_of_authorization security_violation service_not_allowed stolen_card
  stop_payment_order testmode_decline transaction_not_allowed`.split(/\s+/),
)

export interface Decline {
  readonly code: string
  readonly message: string
  readonly isRetryable: boolean
}

/** The decline fields of an error or an intent. */
export interface DeclineDetails {
  readonly decline_code?: string | null | undefined
  readonly code?: string | null | undefined
  readonly advice_code?: string | null | undefined
  readonly message?: string | null | undefined
}

/** Reads a decline. Unlisted codes are retryable unless the bank advises against it. */
export function readDecline(details: DeclineDetails | null): Decline {
  // The SDK returns '' for missing values.
  const code = details?.decline_code || details?.code || 'generic_decline'
  return {
    code,
    message: details?.message || 'The payment was declined.',
    isRetryable: details?.advice_code !== 'do_not_try_again' && !FINAL.has(code),
  }
}

/** The bank requires authentication. This is not a decline while the customer can still confirm. */
export const requiresAuthentication = (details: DeclineDetails | null): boolean =>
  details?.code === 'authentication_required' || details?.decline_code === 'authentication_required'
