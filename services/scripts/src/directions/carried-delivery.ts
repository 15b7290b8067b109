import type { Delivery } from '@andscene/contracts/voices/delivery'
import { carriedEmphasis } from '@andscene/screenplay/drafts/carried-lines'
import type { StoredTake } from '../store/direction-save.ts'
import { isOfWords, unpacked } from '../store/packed-delivery.ts'

/**
 * The delivery of a take in a text of its line: in another draft without the emphasized words that the text no longer has, and without
 * the melody of other words (decision 0101). `first`: the text of the line in draft 1, of which takes without a text are.
 */
export function carriedDelivery(
  take: StoredTake,
  text: string | undefined,
  first: string | undefined,
): Delivery {
  const delivery = unpacked(take.delivery)
  const before = take.text ?? first
  if (before === undefined || text === undefined || before === text || !isOfWords(delivery)) return delivery
  const { emphasis = [], melody: _melody, ...rest } = delivery
  const carried = carriedEmphasis(emphasis, before, text)
  return { ...rest, ...(carried.length > 0 && { emphasis: carried }) }
}
