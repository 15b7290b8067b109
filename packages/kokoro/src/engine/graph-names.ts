export type Form = 'float32' | 'int8'

export const PIECES_FILE = 'pieces.json'
/** In running order. `probe`: one convolution in both forms, and one in 8 bits with the largest products (OVERFLOW). */
export type Pieces = {
  encoder: { float32: string; int8?: string }
  decoder: { float32: string[]; int8?: string[] }
  probe?: { channels: number; overflow: string } & Record<Form, string>
}
/** Values of the probe: float32 [1, channels, samples] both. */
export const PROBE = { input: 'input', output: 'output' } as const
/** All weights of the convolution that adds the largest products are 1. */
export const OVERFLOW = { channels: 64, taps: 3 } as const

/** Values that the engine reads or changes between its pieces, by their names in the model. */
export const NAMES = {
  /** int64 [1, n]: a text's phonemes, 0 at both ends. */
  tokens: 'tokens',
  /** float32 [1, 256] */
  style: 'style',
  /** float32 [1]: factor of the pace. */
  speed: 'speed',
  /** float32 [1, n]: frames of 25 ms that each token takes. */
  durations: '/encoder/Clip_output_0',
  /** float32 [1, 2 × frames]: fundamental frequency in Hz, near 0 where there is no voice. */
  pitch: '/encoder/Reshape_output_0',
  /** float32 [1, 2 × frames] */
  energy: '/encoder/Reshape_1_output_0',
  /** float32 [1, 512, frames]: the phonemes' features, frame by frame. */
  aligned: '/encoder/MatMul_1_output_0',
  /** float32 [samples], 24 kHz */
  audio: 'audio',
} as const

export const SAMPLE_RATE = 24_000
/** Samples of one frame of the durations. */
export const FRAME_SAMPLES = 600
/** Samples on each side of a 20 ms cross-fade of heads, in the gap between two words. */
export const HALF_FADE = 240
