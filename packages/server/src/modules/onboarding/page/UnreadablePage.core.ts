/** The reason why a page could not be read, as a sentence for the merchant. */
export class UnreadablePage extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'UnreadablePage'
  }
}
