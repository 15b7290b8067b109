const DATA_SECTION = 11
const I32_CONST = 0x41

/** Address of the first variable of a program linked by wasm-ld, whose data starts with constants; 0 if unknown. */
export function writableStart(wasm: Uint8Array): number {
  let at = 8
  const unsigned = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++]!
      value |= (byte & 0x7f) << shift
      if (!(byte & 0x80)) return value >>> 0
    }
  }
  while (at < wasm.length) {
    const id = wasm[at++]
    const end = unsigned() + at
    if (id === DATA_SECTION) {
      const starts: number[] = []
      for (let left = unsigned(); left > 0; left--) {
        if (unsigned() !== 0 || wasm[at++] !== I32_CONST) return 0
        starts.push(unsigned())
        at++ // end of the offset expression
        const length = unsigned()
        at += length
      }
      return starts.length === 2 ? starts[1]! : 0
    }
    at = end
  }
  return 0
}
