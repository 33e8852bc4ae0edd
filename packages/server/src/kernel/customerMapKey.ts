/** Builds a map key for a customer of an environment. */
export const customerMapKey = ({
  environmentId,
  customerId,
}: {
  environmentId: string
  customerId: string
}): string => `${environmentId}\0${customerId}`
