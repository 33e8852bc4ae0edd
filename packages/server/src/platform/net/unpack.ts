import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The value of Accept-Encoding: the encodings that `unpack` supports. */
export const UNPACKABLE = 'gzip, deflate, br'

/** A response with more layers is not legitimate. */
const MAX_LAYERS = 2

/**
 * Decompresses a body as a stream. A reader that stops also stops the decompression, so a small
 * response never expands to gigabytes. Returns null for an unknown encoding.
 */
export function unpack(body: Readable, encodings: string | string[] | undefined): Readable | null {
  const layers = [encodings ?? []]
    .flat()
    .flatMap((list) => list.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (layers.length > MAX_LAYERS) return null
  let unpacked: Readable = body
  for (const layer of layers.reverse()) {
    const create = UNPACKERS[layer]
    if (!create) return null
    // Errors reach the reader of the last stream.
    unpacked = pipeline(unpacked, create(), () => {})
  }
  return unpacked
}
