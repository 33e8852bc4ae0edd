/** Fields of answers that the model does not predict. */
const UNPREDICTED = new Set([
  'updatedAt',
  'metadata',
  'number',
  'errorMessage',
  'currency',
  'invoiceId',
  'organizationId',
  'paymentProviderId',
  'providerRefundId',
  'client',
  'cardLast4',
  'cardBrand',
  'expMonth',
  'expYear',
  'index',
  'status of subscription',
  'direction',
  'mode',
])

const isModelId = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('~')

/** Which real id stands for which of the model's: one for one, from the first time they meet. */
export class Identities {
  readonly #real: Map<string, string>
  readonly #model: Map<string, string>

  constructor(from?: Identities) {
    this.#real = new Map(from ? from.#real : [])
    this.#model = new Map(from ? from.#model : [])
  }

  copy(): Identities {
    return new Identities(this)
  }

  /** The real id; throws when it was never seen. */
  real(modelId: string): string {
    const real = this.#real.get(modelId)
    if (real === undefined) throw new Error(`${modelId} has no real id yet`)
    return real
  }

  /** The real id of either kind of id. */
  toReal(id: string): string {
    return isModelId(id) ? this.real(id) : id
  }

  /** The real id, or the model's where it was never seen. */
  toRealIfKnown(id: string): string {
    return this.#real.get(id) ?? id
  }

  /** The model's id of either kind of id; one that it does not know stays as it is. */
  toModel(id: string): string {
    return this.#model.get(id) ?? id
  }

  has(modelId: string): boolean {
    return this.#real.has(modelId)
  }

  hasReal(realId: string): boolean {
    return this.#model.has(realId)
  }

  /** Replaces model ids anywhere in a text that names them. */
  translate(text: string): string {
    return text.replace(/~\w+ \d+ of [^ ]+/g, (id) => this.#real.get(id) ?? id)
  }

  #link(model: string, real: unknown): boolean {
    if (typeof real !== 'string') return false
    const known = this.#real.get(model)
    if (known !== undefined) return known === real
    if (this.#model.has(real)) return false
    this.#real.set(model, real)
    this.#model.set(real, model)
    return true
  }

  /** Where an answer differs from its prediction; null when they are the same but for ids. */
  difference(predicted: unknown, actual: unknown, path = ''): string | null {
    const differ = () =>
      `${path || 'answer'}: predicted ${JSON.stringify(predicted)}, was ${JSON.stringify(actual)}`
    if (isModelId(predicted)) return this.#link(predicted, actual) ? null : differ()
    if (typeof predicted !== 'object' || predicted === null) {
      return Object.is(predicted, actual) ? null : differ()
    }
    if (typeof actual !== 'object' || actual === null) return differ()
    if (Array.isArray(predicted)) {
      if (!Array.isArray(actual) || actual.length !== predicted.length) return differ()
    }
    const expected = predicted as Record<string, unknown>
    const given = actual as Record<string, unknown>
    for (const name of new Set([...Object.keys(expected), ...Object.keys(given)])) {
      if (!(name in expected) && UNPREDICTED.has(name)) continue
      const found = this.difference(expected[name], given[name], `${path}.${name}`)
      if (found) return found
    }
    return null
  }
}
