import type { DecodedFdx } from '../decode.ts'
import { FdxError } from '../fdx-error.ts'

const TAG_END = 0x3e

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return bytes
}

/** Encodes everything but ASCII as character references in encodings older than Unicode. */
export const encodeLike = (text: string, encoding: string): Uint8Array => {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le')
  const plain = text.replace(
    /[^\0-\x7f]/gu,
    (character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`,
  )
  return new TextEncoder().encode(plain)
}

const signsIn = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('>'); at !== -1; at = text.indexOf('>', at + 1)) count++
  return count
}

/**
 * Converts ascending indexes of ">" or "/>" to byte offsets. Both are single bytes in all encodings but UTF-16.
 * Throws FdxError where they are not (ISO-2022-JP).
 */
export const byteOffsets = (
  bytes: Uint8Array,
  { text, encoding, mark }: DecodedFdx,
  indexes: readonly number[],
): number[] => {
  if (encoding.startsWith('utf-16')) return indexes.map((index) => mark + index * 2)
  const signs: number[] = []
  for (let at = bytes.indexOf(TAG_END); at !== -1; at = bytes.indexOf(TAG_END, at + 1)) signs.push(at)
  if (signs.length !== signsIn(text)) throw new FdxError('NO_PLACE')
  let sign = -1
  let count = -1
  return indexes.map((index) => {
    const wanted = text.charCodeAt(index - 1) === TAG_END ? index - 1 : index + 1
    while (sign < wanted) {
      sign = text.indexOf('>', sign + 1)
      count++
    }
    return signs[count]! + index - wanted
  })
}
