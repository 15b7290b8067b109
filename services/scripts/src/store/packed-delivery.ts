import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { Melody, MelodyWord } from '@andscene/contracts/voices/melody'

/** A delivery with its melody as text: a quarter of its JSON. Takes of older releases have the melody itself. */
export type StoredDelivery = Omit<Delivery, 'melody'> & { melody?: string | Melody }

/** Whether a delivery refers to words of the text that it was made for. */
export const isOfWords = ({ emphasis, melody }: StoredDelivery): boolean =>
  !!(emphasis?.length || melody?.length)

const BASE = 36
/** Melodies are in tenths of semitones (contracts tidyDelivery). */
const TENTHS = 10

/** Words are separated by `;`, their numbers by spaces: position, length, duration, pause, and the pitches. */
const packedWord = ({ at, length, ms, pauseMs, semitones }: MelodyWord): string =>
  [at, length, ms, pauseMs, ...semitones.map((each) => Math.round(each * TENTHS))]
    .map((number) => number.toString(BASE))
    .join(' ')

function wordIn(text: string): MelodyWord {
  const [at = 0, length = 0, ms = 0, pauseMs = 0, ...pitches] = text
    .split(' ')
    .map((number) => Number.parseInt(number, BASE))
  return { at, length, ms, pauseMs, semitones: pitches.map((each) => each / TENTHS) }
}

export const packed = ({ melody, ...delivery }: Delivery): StoredDelivery =>
  melody ? { ...delivery, melody: melody.map(packedWord).join(';') } : delivery

export const unpacked = ({ melody, ...delivery }: StoredDelivery): Delivery =>
  melody === undefined
    ? delivery
    : { ...delivery, melody: typeof melody === 'string' ? melody.split(';').map(wordIn) : melody }
