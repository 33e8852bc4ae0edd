/** One text for a customer of an environment, to find it by in a map. */
export const customerName = ({
  environmentId,
  customerId,
}: {
  environmentId: string
  customerId: string
}): string => `${environmentId}\0${customerId}`
