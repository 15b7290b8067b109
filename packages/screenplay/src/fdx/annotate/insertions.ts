/** `offset` is that in the unchanged file. */
export type Insertion = { offset: number; bytes: Uint8Array }

const totalOf = (insertions: readonly Insertion[]) =>
  insertions.reduce((total, { bytes }) => total + bytes.length, 0)

export const applyInsertions = (file: Uint8Array, insertions: readonly Insertion[]): Uint8Array => {
  const out = new Uint8Array(file.length + totalOf(insertions))
  let read = 0
  let written = 0
  for (const { offset, bytes } of insertions) {
    out.set(file.subarray(read, offset), written)
    out.set(bytes, written + offset - read)
    written += offset - read + bytes.length
    read = offset
  }
  out.set(file.subarray(read), written)
  return out
}

const isAt = (file: Uint8Array, bytes: Uint8Array, offset: number): boolean => {
  for (let at = 0; at < bytes.length; at++) if (file[offset + at] !== bytes[at]) return false
  return true
}

/** The file before `applyInsertions`. Throws a RangeError for a file without these insertions. */
export const removeInsertions = (file: Uint8Array, insertions: readonly Insertion[]): Uint8Array => {
  const out = new Uint8Array(Math.max(0, file.length - totalOf(insertions)))
  let read = 0
  let written = 0
  for (const { offset, bytes } of insertions) {
    const at = read + offset - written
    if (!isAt(file, bytes, at)) throw new RangeError('These insertions are not in this file.')
    out.set(file.subarray(read, at), written)
    written = offset
    read = at + bytes.length
  }
  out.set(file.subarray(read), written)
  return out
}
