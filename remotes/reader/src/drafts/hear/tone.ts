const SAMPLE_RATE = 24_000
const SECONDS = 0.42
/** Hertz and share of each partial: a fifth, softly struck. */
const PARTIALS = [
  [587.33, 0.7],
  [880, 0.3],
] as const
/** Softer than speech. */
const LEVEL = 0.16
const ATTACK_S = 0.02
/** The time in which it fades to a third. */
const DECAY_S = 0.11
const HEADER_BYTES = 44

/** The tone between two changes, as a WAV file: mono, 16 bits. All browsers run on little-endian machines. */
export function toneWav(): ArrayBuffer {
  const count = Math.round(SAMPLE_RATE * SECONDS)
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + 2 * count))
  const text = (at: number, words: string) =>
    [...words].forEach((letter, index) => file.setUint8(at + index, letter.charCodeAt(0)))
  text(0, 'RIFF')
  file.setUint32(4, HEADER_BYTES - 8 + 2 * count, true)
  text(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, SAMPLE_RATE, true)
  file.setUint32(28, 2 * SAMPLE_RATE, true)
  file.setUint16(32, 2, true)
  file.setUint16(34, 16, true)
  text(36, 'data')
  file.setUint32(40, 2 * count, true)
  for (let n = 0; n < count; n += 1) {
    const at = n / SAMPLE_RATE
    const end = Math.min(1, (SECONDS - at) / ATTACK_S)
    const volume = LEVEL * Math.min(1, at / ATTACK_S) * end * Math.exp(-Math.max(0, at - ATTACK_S) / DECAY_S)
    const wave = PARTIALS.reduce((sum, [hertz, share]) => sum + share * Math.sin(2 * Math.PI * hertz * at), 0)
    file.setInt16(HEADER_BYTES + 2 * n, Math.round(volume * wave * 0x7f_ff), true)
  }
  return file.buffer
}
