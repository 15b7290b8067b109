import type { SourceLine } from '@andscene/contracts/internal'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { LRUCache } from 'lru-cache'
import { directionsJson, type Directions } from '../store/direction-save.ts'
import type { ReadLines } from '../cache/script-lines.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'
import { isOfWords } from '../store/packed-delivery.ts'
import { carriedDelivery } from './carried-delivery.ts'
import type { Stores } from '../store/open-stores.ts'

/** The text of a line in draft 1. */
type FirstText = (lineId: string) => string | undefined
const unknown = () => undefined

/** The directions of a script. */
export class Directed {
  readonly directions: Directions
  readonly #firstText: FirstText

  constructor(directions: Directions, firstText: FirstText = unknown) {
    this.directions = directions
    this.#firstText = firstText
  }

  /** The chosen delivery of a line; undefined if it is read as on the page. */
  deliveryOf({ _id, text }: Pick<SourceLine, '_id' | 'text'>): Delivery | undefined {
    const direction = this.directions.get(_id)
    const take = direction?.takes.find(({ id }) => id === direction.chosen)
    return take && carriedDelivery(take, text, this.#firstText(_id))
  }

  /** The deliveries of all takes of a line; undefined if it has none. */
  deliveriesOf({ _id, text }: Pick<SourceLine, '_id' | 'text'>): Delivery[] | undefined {
    return this.directions.get(_id)?.takes.map((take) => carriedDelivery(take, text, this.#firstText(_id)))
  }

  line(line: SourceLine): SourceLine {
    const directed = this.deliveryOf(line)
    return directed ? { ...line, directed } : line
  }
}

/** Returns the texts of draft 1, if there are takes that older releases stored without a text; else of no line. */
export async function firstTexts(
  readLines: ReadLines,
  { id, draft, directions }: { id: string; draft: PresentDraft; directions: Directions },
): Promise<FirstText> {
  // The texts of a script that never had another draft have not changed.
  if (draft.last === FIRST || !hasTakesWithoutText(directions)) return unknown
  const first = await readLines(id, 'owner', FIRST)
  const directed = first?.lines.filter(({ _id }) => directions.has(_id)) ?? []
  const texts = new Map(directed.map(({ _id, text }) => [_id, text]))
  return (lineId) => texts.get(lineId)
}

const FIRST = 1

function hasTakesWithoutText(directions: Directions): boolean {
  for (const { takes } of directions.values())
    if (takes.some(({ text, delivery }) => text === undefined && isOfWords(delivery))) return true
  return false
}

/** Cached scripts, and characters of their JSON together: directions with recordings are large. */
const SCRIPTS_KEPT = 500
const KEPT_CHARACTERS = 8 * 1024 ** 2

/** Reads directions, which belong to a version of the casting, and caches the latest of recently used scripts. */
export function createDirectionReader(scripts: Pick<Stores['scripts'], 'find'>, readLines: ReadLines) {
  const kept = new LRUCache<string, { version: number; directed: Directed }>({
    max: SCRIPTS_KEPT,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ directed }) => directionsJson(directed.directions).length,
  })
  return async (id: string, castingVersion: number): Promise<Directed> => {
    const known = kept.get(id)
    if (known?.version === castingVersion) return known.directed
    const script = await scripts.find(id, ['castingVersion', 'directions', 'draft'])
    if (!script) return new Directed(new Map())
    const directed = new Directed(script.directions, await firstTexts(readLines, script))
    kept.set(id, { version: script.castingVersion, directed })
    return directed
  }
}
