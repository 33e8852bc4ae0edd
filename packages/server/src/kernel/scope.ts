/** The caller's environment and the instant of the call. */
export interface Scope {
  readonly organizationId: string
  readonly environmentId: string
  readonly environment: 'sandbox' | 'live'
  readonly now: Date
}
