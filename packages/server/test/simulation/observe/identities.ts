/** Fields of responses that the model does not predict. */
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

/** Maps real ids to model ids, one to one. The first comparison of an object links its ids. */
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

  /** Returns the real id. Throws if the model id was never matched. */
  real(modelId: string): string {
    const real = this.#real.get(modelId)
    if (real === undefined) throw new Error(`${modelId} has no real id yet`)
    return real
  }

  /** Returns the real id for a real or a model id. */
  toReal(id: string): string {
    return isModelId(id) ? this.real(id) : id
  }

  /** Returns the real id, or the model id itself if it was never matched. */
  toRealIfKnown(id: string): string {
    return this.#real.get(id) ?? id
  }

  /** Returns the model id for a real or a model id. Unknown ids stay unchanged. */
  toModel(id: string): string {
    return this.#model.get(id) ?? id
  }

  has(modelId: string): boolean {
    return this.#real.has(modelId)
  }

  hasReal(realId: string): boolean {
    return this.#model.has(realId)
  }

  /** Replaces all model ids in a string with real ids. */
  translate(text: string): string {
    return text.replace(/~\w+ \d+ of [^ ]+/g, (id) => this.#real.get(id) ?? id)
  }

  #link(model: string, real: unknown): boolean {
    if (typeof real !== 'string') return false
    const linked = this.#real.get(model)
    if (linked !== undefined) return linked === real
    if (this.#model.has(real)) return false
    this.#real.set(model, real)
    this.#model.set(real, model)
    return true
  }

  /**
   * Describes the first difference between a response and its prediction. Returns null if only ids
   * differ.
   */
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
    const actualFields = actual as Record<string, unknown>
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actualFields)])) {
      if (!(name in expected) && UNPREDICTED.has(name)) continue
      const found = this.difference(expected[name], actualFields[name], `${path}.${name}`)
      if (found) return found
    }
    return null
  }
}
