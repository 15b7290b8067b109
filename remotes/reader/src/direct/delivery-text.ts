import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'
import { tidyDelivery } from '@andscene/contracts/voices/tidy-delivery'

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
export function deliveryText(delivery: Delivery): string {
  const { name, pace, pitch, emphasis, pauseBeforeMs, pauseAfterMs, melody } = tidyDelivery(delivery)
  return [
    name ? DELIVERY_LABELS[name] : melody ? 'Like a recording' : 'Plain',
    name && melody && 'like a recording',
    pace !== undefined && `pace ${paceText(pace)}`,
    pitch !== undefined && `pitch ${pitchText(pitch)}`,
    emphasis && (emphasis.length === 1 ? '1 word emphasized' : `${emphasis.length} words emphasized`),
    pauseBeforeMs !== undefined && `${pauseText(pauseBeforeMs)} before`,
    pauseAfterMs !== undefined && `${pauseText(pauseAfterMs)} after`,
  ]
    .filter(Boolean)
    .join(', ')
}
