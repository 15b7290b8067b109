import { FdxError } from './fdx-error.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)
const ascii = (bytes: Uint8Array, length: number) => String.fromCharCode(...bytes.subarray(0, length))

const refuseOtherKinds = (bytes: Uint8Array) => {
  if (bytes.length === 0) throw new FdxError('EMPTY')
  // AppleDouble and AppleSingle: macOS writes them next to a file on other file systems, named "._" plus the file name.
  if (startsWith(bytes, 0x00, 0x05, 0x16, 0x07) || startsWith(bytes, 0x00, 0x05, 0x16, 0x00))
    throw new FdxError('RESOURCE_FORK')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new FdxError('NOT_XML/pdf')
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) throw new FdxError('NOT_XML/zip')
}

const encodingByBytes = (bytes: Uint8Array): { encoding: string; skip: number } | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', skip: 3 }
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le', skip: 2 }
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be', skip: 2 }
  if (startsWith(bytes, 0x3c, 0x00)) return { encoding: 'utf-16le', skip: 0 }
  if (startsWith(bytes, 0x00, 0x3c)) return { encoding: 'utf-16be', skip: 0 }
  return undefined
}

const declaredEncoding = (bytes: Uint8Array) =>
  /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']\s*([A-Za-z0-9._:-]+)\s*["']/.exec(ascii(bytes, 400))?.[1]

const decoderFor = (label: string) => {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true })
  } catch (cause) {
    throw new FdxError('ENCODING/unknown', { cause })
  }
}

/** The text of a file with the WHATWG name of its encoding and the length of its byte order mark in bytes. */
export type DecodedFdx = { text: string; encoding: string; mark: number }

/** Decodes by byte order mark or XML declaration, else as UTF-8. Throws FdxError. */
export const decodeFdx = (bytes: Uint8Array): DecodedFdx => {
  refuseOtherKinds(bytes)
  const byBytes = encodingByBytes(bytes)
  const encoding = byBytes?.encoding ?? declaredEncoding(bytes) ?? 'utf-8'
  const decoder = decoderFor(encoding)
  // A declaration that was readable byte by byte contradicts an encoding with two bytes per character.
  if (!byBytes && decoder.encoding.startsWith('utf-16')) throw new FdxError('ENCODING')
  const mark = byBytes?.skip ?? 0
  let text: string
  try {
    text = decoder.decode(bytes.subarray(mark), { stream: true })
  } catch (cause) {
    throw new FdxError(/^\s*</.test(ascii(bytes, 64)) ? 'ENCODING' : 'NOT_XML/bytes', { cause })
  }
  try {
    decoder.decode()
  } catch (cause) {
    throw new FdxError('TRUNCATED', { cause })
  }
  if (text.includes('\0'))
    throw new FdxError(text.trimStart().startsWith('<') ? 'DAMAGED/nul' : 'NOT_XML/bytes')
  return { text, encoding: decoder.encoding, mark }
}
