import type { Delivery } from '@andscene/contracts/voices/delivery'
import { hasSound } from '@andscene/screenplay/said/has-sound'
import type { SynthesisRequest } from './provider.ts'

type Spoken = Pick<SynthesisRequest, 'text' | 'delivery' | 'sounds'>
/** A part of a text that one speaker says, from `at` on. Positions in it are those of its own text. */
export type VoicePart = Spoken & { at: number; isNarrator: boolean }

type Divided = Spoken & {
  byNarrator?: readonly (readonly [at: number, length: number])[] | undefined
  pauses?: readonly number[] | undefined
}

/**
 * Divides a text at its pauses and where the narrator reads directions, in their order. Without parts that have no sound, such as the full
 * stop behind a direction. The narrator speaks plainly, and pauses of the delivery are for the whole text.
 */
export function voiceParts({ byNarrator = [], pauses = [], ...spoken }: Divided): VoicePart[] {
  const parts: VoicePart[] = []
  let last = 0
  const divisions = [...byNarrator, ...pauses.map((at) => [at, 0] as const)].sort((a, b) => a[0] - b[0])
  for (const [at, length] of divisions) {
    parts.push(part(spoken, last, at, false), part(spoken, at, at + length, true))
    last = at + length
  }
  parts.push(part(spoken, last, spoken.text.length, false))
  return parts.filter(({ text }) => hasSound(text))
}

function part(
  { text, delivery, sounds }: Spoken,
  start: number,
  end: number,
  isNarrator: boolean,
): VoicePart {
  const whole = text.slice(start, end)
  const own = whole.replace(/^[\s.,;:!?]+/, '')
  const at = start + whole.length - own.length
  const isWithin = (from: number, length: number) => from >= at && from + length <= end
  const placed = sounds
    ?.filter((sound) => isWithin(sound.at, sound.length))
    .map((sound) => ({ ...sound, at: sound.at - at }))
  const ownDelivery = isNarrator ? undefined : delivery && deliveryOf(delivery)
  return {
    text: own.trimEnd(),
    at,
    isNarrator,
    ...(placed && placed.length > 0 && { sounds: placed }),
    ...(ownDelivery && { delivery: ownDelivery }),
  }

  /** Of this part. */
  function deliveryOf({ emphasis = [], pauseBeforeMs: _before, pauseAfterMs: _after, ...rest }: Delivery) {
    const words = emphasis.filter(([from, length]) => isWithin(from, length))
    return {
      ...rest,
      ...(words.length > 0 && {
        emphasis: words.map(([from, length]): [number, number] => [from - at, length]),
      }),
    }
  }
}
