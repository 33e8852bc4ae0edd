/** Whose data a use case works on, and when: the environment of the caller and the instant of the call. */
export interface Scope {
  readonly organizationId: string
  readonly environmentId: string
  readonly environment: 'sandbox' | 'live'
  readonly now: Date
}
