/** A weight is one byte: tags take the bytes below. */
export const FIRST_TAG = 0x21
const FIRST_WEIGHT = 0x60
const ZERO = 55
const STEP = 0.6

export const weightOfByte = (byte: number): number => (byte - FIRST_WEIGHT - ZERO) * STEP

export const byteOfWeight = (weight: number): number =>
  Math.min(0xff, Math.max(FIRST_WEIGHT, Math.round(weight / STEP) + FIRST_WEIGHT + ZERO))
