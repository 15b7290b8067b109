import { MELODY_MS } from './deliveries.ts'
import type { Delivery } from './delivery.ts'
import type { MelodyWord } from './melody.ts'

/** Fields that may be cleared. */
export type DeliveryFields = { [Field in keyof Delivery]?: Delivery[Field] | undefined }

/* Separate from the schema, so that pages do not load the schema library. */

/**
 * Returns the delivery without neutral values, with each emphasized word once and in order, and pitches of a recording
 * in tenths of semitones: equal ones are equal.
 */
export function tidyDelivery({
  name,
  pace = 1,
  pitch = 0,
  emphasis = [],
  pauseBeforeMs = 0,
  pauseAfterMs = 0,
  melody = [],
}: DeliveryFields): Delivery {
  const words = emphasis
    .toSorted(([one], [next]) => one - next)
    .filter(([at], index, all) => index === 0 || at !== all[index - 1]![0])
  return {
    ...(name !== undefined && { name }),
    ...(pace !== 1 && { pace }),
    ...(pitch !== 0 && { pitch }),
    ...(words.length > 0 && { emphasis: words.map(([at, length]) => [at, length]) }),
    ...(pauseBeforeMs !== 0 && { pauseBeforeMs }),
    ...(pauseAfterMs !== 0 && { pauseAfterMs }),
    ...(melody.length > 0 && { melody: melody.map(inTenths) }),
  }
}

/** Smaller differences are not heard. */
const inTenths = (word: MelodyWord): MelodyWord => ({
  ...word,
  semitones: word.semitones.map((each) => Math.round(each * 10) / 10),
})

export const isSameDelivery = (one: Delivery, other: Delivery): boolean =>
  JSON.stringify(tidyDelivery(one)) === JSON.stringify(tidyDelivery(other))

/** Whether a delivery has no melody that is longer than a recording can be. */
export const isRecordable = ({ melody = [] }: Delivery): boolean =>
  melody.reduce((sum, { ms, pauseMs }) => sum + ms + pauseMs, 0) <= MELODY_MS
export const NOT_RECORDABLE = 'The melody is longer than a recording can be. Record up to 30 seconds.'
