import { NO_LINE } from '@andscene/contracts/limits'
import { carriedIndexes } from '@andscene/screenplay/drafts/carried-lines'
import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../store/open-stores.ts'

/** Cached indexes of lines, 4 bytes each. */
const KEPT_LINES = 2_000_000

export type DraftPair = { id: string; from: number; to: number }

/** Finds places of one draft in another, by the ids of their lines. */
export class DraftPlaces {
  readonly #scripts: Pick<Stores['scripts'], 'findLineIds'>
  /** Never outdated: a draft does not change, and its number is never used again. */
  readonly #kept = new LRUCache<string, Int32Array>({
    maxSize: KEPT_LINES,
    sizeCalculation: ({ length }) => length + 1,
  })

  constructor(scripts: Pick<Stores['scripts'], 'findLineIds'>) {
    this.#scripts = scripts
  }

  isKept = ({ id, from, to }: DraftPair): boolean => this.#kept.has(`${id} ${from} ${to}`)

  /**
   * Returns the function from an index in one draft to the index in another; of a cut line to a line next to it. The
   * same index if one of the drafts is unknown.
   */
  async between({ id, from, to }: DraftPair): Promise<(index: number) => number> {
    if (from === to) return same
    const key = `${id} ${from} ${to}`
    const indexes = this.#kept.get(key) ?? (await this.#read(id, from, to))
    if (!indexes) return same
    this.#kept.set(key, indexes)
    return (index) => (index === NO_LINE ? NO_LINE : (indexes[Math.min(index, indexes.length - 1)] ?? 0))
  }

  async #read(id: string, from: number, to: number): Promise<Int32Array | undefined> {
    // At most one pair per turn of the event loop, so that other requests are not delayed.
    await new Pauses().take()
    const [old, next] = await Promise.all([from, to].map((draft) => this.#scripts.findLineIds(id, draft)))
    return old && next ? Int32Array.from(carriedIndexes(old, next)) : undefined
  }
}

const same = (index: number) => index
