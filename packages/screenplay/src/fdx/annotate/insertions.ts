/** `offset` is that in the unchanged file. */
export type Insertion = { offset: number; bytes: Uint8Array }

export const totalOf = (insertions: readonly Insertion[]) =>
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
