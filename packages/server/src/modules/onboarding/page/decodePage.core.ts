import htmlEncodingSniffer from 'html-encoding-sniffer'

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The text of a page: by its mark, its header or its own word, as a browser would have it. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1]
  const encoding = htmlEncodingSniffer(bytes, {
    ...(label && { transportLayerEncodingLabel: label }),
    // Browsers guess by the reader's country; what reads as UTF-8 is nothing else.
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  // The one name of the standard that stands for encodings nobody should decode.
  return new TextDecoder(encoding === 'replacement' ? 'utf-8' : encoding).decode(bytes)
}
