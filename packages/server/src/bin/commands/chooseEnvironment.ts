import { listOrganizations, type Organization } from '../../modules/organizations/read.ts'
import type { Database } from '../../platform/db/database.ts'

interface Choice {
  /** `sandbox` or `live`. */
  environment: string
  /** Required only if there are several organizations. */
  organization?: string | undefined
}

interface ChosenEnvironment {
  organization: Organization
  environment: Organization['environments'][number]
}

/**
 * Finds the environment that --environment and --organization select. Throws an error for the
 * terminal if there is none.
 */
export async function chooseEnvironment(db: Database, choice: Choice): Promise<ChosenEnvironment> {
  const organizations = await listOrganizations(db)
  const organization = choice.organization
    ? organizations.find(({ id }) => id === choice.organization)
    : organizations[0]
  if (!organization)
    throw new Error(
      'There is no such organization: run purser organizations create, or check --organization.',
    )
  if (!choice.organization && organizations.length > 1) {
    const choices = organizations.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new Error(`There are several organizations; choose one with --organization: ${choices}.`)
  }
  const environment = organization.environments.find(({ kind }) => kind === choice.environment)
  if (!environment) throw new Error('--environment must be sandbox or live.')
  return { organization, environment }
}
