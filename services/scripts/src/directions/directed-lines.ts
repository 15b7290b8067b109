import type { SourceLine } from '@andscene/contracts/internal'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { LRUCache } from 'lru-cache'
import { directionsJson, type Directions } from '../store/direction-save.ts'
import { unpacked } from '../store/packed-delivery.ts'
import type { Stores } from '../store/open-stores.ts'

/** The directions of a script. */
export class Directed {
  readonly directions: Directions

  constructor(directions: Directions) {
    this.directions = directions
  }

  /** The chosen delivery of a line; undefined if it is read as on the page. */
  deliveryOf(lineId: string): Delivery | undefined {
    const direction = this.directions.get(lineId)
    const take = direction?.takes.find(({ id }) => id === direction.chosen)
    return take && unpacked(take.delivery)
  }

  /** The deliveries of all takes of a line; undefined if it has none. */
  deliveriesOf(lineId: string): Delivery[] | undefined {
    return this.directions.get(lineId)?.takes.map(({ delivery }) => unpacked(delivery))
  }

  line(line: SourceLine): SourceLine {
    const directed = this.deliveryOf(line._id)
    return directed ? { ...line, directed } : line
  }
}

/** Cached scripts, and characters of their JSON together: directions with recordings are large. */
const SCRIPTS_KEPT = 500
const KEPT_CHARACTERS = 8 * 1024 ** 2

/** Reads directions, which belong to a version of the casting, and caches the latest of recently used scripts. */
export function createDirectionReader(scripts: Pick<Stores['scripts'], 'find'>) {
  const kept = new LRUCache<string, { version: number; directed: Directed }>({
    max: SCRIPTS_KEPT,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ directed }) => directionsJson(directed.directions).length,
  })
  return async (id: string, castingVersion: number): Promise<Directed> => {
    const known = kept.get(id)
    if (known?.version === castingVersion) return known.directed
    const script = await scripts.find(id, ['castingVersion', 'directions'])
    const directed = new Directed(script?.directions ?? new Map())
    if (script) kept.set(id, { version: script.castingVersion, directed })
    return directed
  }
}
