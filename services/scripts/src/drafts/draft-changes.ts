import type { Line } from '@andscene/contracts/script'
import { changePlaces } from '@andscene/screenplay/drafts/change-places'
import { changesBetween } from '@andscene/screenplay/drafts/changes-between'
import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../store/open-stores.ts'
import type { DraftPair } from './draft-places.ts'

/** Maximum number of pairs of drafts that one list compares; later lists compare the rest. */
export const COMPARED_PER_LIST = 10
const PAIRS_KEPT = 10_000

/** Counts the places where something changed between two drafts, with little work per list. */
export class DraftChanges {
  readonly #scripts: Pick<Stores['scripts'], 'findLines'>
  /** Never outdated: a draft does not change, and its number is never used again. */
  readonly #kept = new LRUCache<string, number>({ max: PAIRS_KEPT })
  readonly #counting = new Map<string, Promise<number | undefined>>()

  constructor(scripts: Pick<Stores['scripts'], 'findLines'>) {
    this.#scripts = scripts
  }

  /** By the script's id. Pairs that are not compared yet, or whose drafts were deleted, are missing. */
  async ofList(pairs: readonly DraftPair[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    let compared = 0
    for (const pair of pairs) {
      const known = this.#kept.get(nameOf(pair))
      const isNew = known === undefined
      if (isNew && compared >= COMPARED_PER_LIST) continue
      const count = known ?? (await this.#count(pair))
      if (count === undefined) continue
      // A pair whose draft was deleted is no work, and would be in the way of the others in each list.
      if (isNew) compared += 1
      counts.set(pair.id, count)
    }
    return counts
  }

  /** Counts once for concurrent callers. Bypasses the cache of lines, which is for readers. */
  #count(pair: DraftPair): Promise<number | undefined> {
    const name = nameOf(pair)
    const count = async () => {
      // At most one pair per turn of the event loop, so that other requests are not delayed.
      await new Pauses().take()
      const old = await this.#scripts.findLines(pair.id, pair.from)
      const next = old === undefined ? undefined : await this.#scripts.findLines(pair.id, pair.to)
      if (old === undefined || next === undefined) return undefined
      const [before, after] = [JSON.parse(old) as Line[], JSON.parse(next) as Line[]]
      const changes = changePlaces(changesBetween(before, after), before, after).length
      this.#kept.set(name, changes)
      return changes
    }
    const counting = this.#counting.get(name) ?? count().finally(() => this.#counting.delete(name))
    this.#counting.set(name, counting)
    return counting
  }
}

const nameOf = ({ id, from, to }: DraftPair) => `${id} ${from} ${to}`
