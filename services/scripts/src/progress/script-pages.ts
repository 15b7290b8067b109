import { NO_LINE } from '@andscene/contracts/limits'
import type { Line } from '@andscene/contracts/script'
import { Pauses } from '@andscene/service-kit/pauses'
import type { Stores } from '../store/open-stores.ts'
import type { ListedScript } from '../store/script-store.ts'
import { paginate } from '@andscene/screenplay/paging'

/** Maximum number of pages that one list adds; later lists add the rest. */
export const ADDED_PER_LIST = 20

type Deps = {
  scripts: Pick<Stores['scripts'], 'find' | 'findLines' | 'fillPageStarts'>
  progress: Pick<Stores['progress'], 'fillPage'>
}

/** Adds the page starts that older releases did not store, with little work per request. */
export class ScriptPages {
  readonly #deps: Deps
  readonly #counting = new Map<string, Promise<readonly number[] | undefined>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Computes and stores the pages of positions that were saved without one; returns them by script. */
  async ofPlaces(uid: string, listed: readonly ListedScript[]): Promise<Map<string, number>> {
    const pages = new Map<string, number>()
    const lacking = listed.flatMap(({ _id: id, lastPlayed }) =>
      lastPlayed && lastPlayed.lastPlayedLineIndex !== NO_LINE && lastPlayed.page === undefined
        ? { id, lineIndex: lastPlayed.lastPlayedLineIndex }
        : [],
    )
    for (const { id, lineIndex } of lacking.slice(0, ADDED_PER_LIST)) {
      const script = await this.#deps.scripts.find(id, ['pageStarts'])
      const starts = script?.pageStarts ?? (await this.#count(id))
      if (!starts) continue
      const page = pageOf(starts, lineIndex)
      pages.set(id, page)
      await this.#deps.progress.fillPage(uid, id, lineIndex, page)
    }
    return pages
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
