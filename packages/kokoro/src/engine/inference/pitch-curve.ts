/** Changes of a pitch curve: `pitch` and `range` are factors, 1 leaves them. */
export type PitchChange = { pitch: number; range?: number | undefined; voiceless?: boolean | undefined }

/** At or below it a frame has no voice, and the decoder makes noise (Hz). */
export const VOICELESS = 10
/** Frames below it lead into a sound without voice: they say nothing about the pitch of the line (Hz). */
const LEAST_VOICE = 50
/** Octaves from the mean to which the range is scaled; more would break the voice. */
const MOST_OCTAVES = 1

/** Changes a curve in Hz in place. The range is scaled around the mean of the voiced frames, in octaves. */
export function changePitch(curve: Float32Array, { pitch, range = 1, voiceless }: PitchChange): void {
  if (voiceless) {
    curve.fill(0)
    return
  }
  if (pitch === 1 && range === 1) return
  const centre = range === 1 ? 0 : meanOctave(curve)
  for (let index = 0; index < curve.length; index++) {
    const hertz = curve[index]!
    if (hertz <= VOICELESS) continue
    const away = Math.min(MOST_OCTAVES, Math.max(-MOST_OCTAVES, Math.log2(hertz) - centre))
    curve[index] = hertz * pitch * 2 ** ((range - 1) * away)
  }
}

export function meanOctave(curve: Float32Array): number {
  const voiced = curve.filter((hertz) => hertz >= LEAST_VOICE)
  return voiced.reduce((sum, hertz) => sum + Math.log2(hertz), 0) / Math.max(1, voiced.length)
}
