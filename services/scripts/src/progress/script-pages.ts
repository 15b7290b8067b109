import { NO_LINE } from '@andscene/contracts/limits'
import type { Line } from '@andscene/contracts/script'
import { Pauses } from '@andscene/service-kit/pauses'
import type { DraftPlaces } from '../drafts/draft-places.ts'
import type { Stores } from '../store/open-stores.ts'
import type { ListedScript } from '../store/script-store.ts'
import { paginate } from '@andscene/screenplay/paging'

/** Maximum number of pages that one list adds; later lists add the rest. */
export const ADDED_PER_LIST = 20

type Deps = {
  scripts: Pick<Stores['scripts'], 'find' | 'findLines' | 'fillPageStarts'>
  progress: Pick<Stores['progress'], 'fillPage'>
}

/** A line of the present draft with its page. */
export type Place = { lineIndex: number; page: number }

/**
 * Finds positions of other drafts in the present one, and adds the page starts that older releases did not store, with
 * little work per request.
 */
export class ScriptPages {
  readonly #deps: Deps
  readonly #draftPlaces: DraftPlaces
  readonly #counting = new Map<string, Promise<readonly number[] | undefined>>()

  constructor(deps: Deps, draftPlaces: DraftPlaces) {
    this.#deps = deps
    this.#draftPlaces = draftPlaces
  }

  /** The positions in the present draft, by script. Those that need more work are missing, and follow in later lists. */
  async ofPlaces(uid: string, listed: readonly ListedScript[]): Promise<Map<string, Place>> {
    const places = new Map<string, Place>()
    let added = 0
    for (const { _id: id, lastPlayed, draft } of listed) {
      if (!lastPlayed || lastPlayed.lastPlayedLineIndex === NO_LINE) continue
      const pair = { id, from: lastPlayed.draft, to: draft?.number ?? lastPlayed.draft }
      const isPresent = pair.from === pair.to
      const { lastPlayedLineIndex, page } = lastPlayed
      if (isPresent && page !== undefined) {
        places.set(id, { lineIndex: lastPlayedLineIndex, page })
        continue
      }
      if (isPresent || !this.#draftPlaces.isKept(pair)) {
        if (added >= ADDED_PER_LIST) continue
        added += 1
      }
      const script = await this.#deps.scripts.find(id, ['pageStarts'])
      const starts = script?.pageStarts ?? (await this.#count(id))
      if (!starts) continue
      const lineIndex = (await this.#draftPlaces.between(pair))(lastPlayedLineIndex)
      const place = { lineIndex, page: pageOf(starts, lineIndex) }
      places.set(id, place)
      if (isPresent) await this.#deps.progress.fillPage(uid, id, lineIndex, place.page)
    }
    return places
  }

  /**
   * Computes the page starts once for concurrent callers. Bypasses the cache of lines, which is for readers. Undefined
   * when the script was deleted.
   */
  #count(id: string): Promise<readonly number[] | undefined> {
    const count = async () => {
      // At most one script per turn of the event loop, so that other requests are not delayed.
      await new Pauses().take()
      const json = await this.#deps.scripts.findLines(id)
      if (json === undefined) return undefined
      const starts = pageStarts(JSON.parse(json) as Line[])
      await this.#deps.scripts.fillPageStarts(id, starts)
      return starts
    }
    const counting = this.#counting.get(id) ?? count().finally(() => this.#counting.delete(id))
    this.#counting.set(id, counting)
    return counting
  }
}

/** The index of the first line of each page, ascending: enough to compute a page without reading lines. */
export const pageStarts = (lines: Parameters<typeof paginate>[0]): number[] =>
  paginate(lines).map(({ start }) => start)

/** The page number of a line as the reader shows it, from 1. */
export function pageOf(starts: readonly number[], lineIndex: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= lineIndex) low = middle
    else high = middle - 1
  }
  return low + 1
}
