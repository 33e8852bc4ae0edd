import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What a caller asks for so that everything that comes can be unpacked. */
export const UNPACKABLE = 'gzip, deflate, br'

/** More would be somebody's joke at our expense. */
const MAX_LAYERS = 2

/**
 * A body as it was before it was packed for the way, bit by bit: whoever stops reading stops the
 * unpacking too, so a small answer that would unpack to gigabytes never does. null: packed in a way
 * that we do not know.
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
    // What goes wrong is thrown to whoever reads the last of them.
    unpacked = pipeline(unpacked, create(), () => {})
  }
  return unpacked
}
