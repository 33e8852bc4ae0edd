/** The caller's environment and the instant of the call. */
export interface Scope {
  readonly organizationId: string
  readonly environmentId: string
  readonly environment: 'sandbox' | 'live'
  readonly now: Date
}

/** The part of a scope that selects rows. */
export type EnvironmentKey = Pick<Scope, 'environmentId'>
