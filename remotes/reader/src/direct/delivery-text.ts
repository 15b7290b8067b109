import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'

export const DELIVERY_LABELS: Record<DeliveryName, string> = {
  whispering: 'Whispering',
  quiet: 'Quiet',
  shouting: 'Shouting',
  calling: 'Calling',
  sad: 'Sad',
  angry: 'Angry',
  excited: 'Excited',
  slow: 'Slow',
  fast: 'Fast',
}

export const paceText = (pace: number): string => `${pace.toFixed(2)}×`
/** In semitones, with a sign. */
export const pitchText = (pitch: number): string =>
  pitch === 0 ? '0 st' : `${pitch > 0 ? '+' : '−'}${Math.abs(pitch)} st`
export const pauseText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** "Whispering, pace 0.80×, 2 words emphasized"; "Plain" for a plain reading. */
export function deliveryText({
  name,
  pace = 1,
  pitch = 0,
  emphasis = [],
  pauseBeforeMs = 0,
  pauseAfterMs = 0,
  melody = [],
}: Delivery): string {
  const words = emphasis.length
  return [
    name ? DELIVERY_LABELS[name] : melody.length > 0 ? 'Like a recording' : 'Plain',
    name && melody.length > 0 && 'like a recording',
    pace !== 1 && `pace ${paceText(pace)}`,
    pitch !== 0 && `pitch ${pitchText(pitch)}`,
    words > 0 && (words === 1 ? '1 word emphasized' : `${words} words emphasized`),
    pauseBeforeMs > 0 && `${pauseText(pauseBeforeMs)} before`,
    pauseAfterMs > 0 && `${pauseText(pauseAfterMs)} after`,
  ]
    .filter(Boolean)
    .join(', ')
}
