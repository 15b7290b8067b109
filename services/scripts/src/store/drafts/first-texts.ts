import type { Line } from '@andscene/contracts/script'
import { directionsIn, directionsJson } from '../direction-save.ts'
import { isOfWords } from '../packed-delivery.ts'

/**
 * The directions of a script with the text of draft 1 in takes of older releases, which refer to its words and do not
 * have it: before that draft is removed. `lines`: JSON array.
 */
export function withFirstTexts(directions: string, lines: string): string {
  const stored = directionsIn(directions)
  const texts = new Map(
    (JSON.parse(lines) as Line[]).flatMap(({ _id, text }) => (stored.has(_id) ? [[_id, text] as const] : [])),
  )
  return directionsJson(
    new Map(
      [...stored].map(([lineId, direction]) => {
        const text = texts.get(lineId)
        const takes = direction.takes.map((take) =>
          text !== undefined && take.text === undefined && isOfWords(take.delivery)
            ? { ...take, text }
            : take,
        )
        return [lineId, { ...direction, takes }]
      }),
    ),
  )
}
