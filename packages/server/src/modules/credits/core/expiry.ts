/** Over from the very instant on, whether or not anybody has booked it. */
export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, at: Date): boolean =>
  expiresAt !== null && expiresAt <= at

export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * 1000)
