import { pageOfLine, paginate, type Page } from '@andscene/screenplay/paging'
import type { ReadLines, ScriptLines } from '../cache/script-lines.ts'

/** The pages of scripts in use, cut once for the lines that are kept at hand. */
export class ScriptPages {
  readonly #readLines: ReadLines
  readonly #pages = new WeakMap<ScriptLines, Page[]>()

  constructor(readLines: ReadLines) {
    this.#readLines = readLines
  }

  /** The page of a line as the reader numbers them, from 1; undefined when the script is gone. */
  async pageOf(scriptId: string, lineIndex: number): Promise<number | undefined> {
    const lines = await this.#readLines(scriptId)
    if (!lines) return undefined
    const pages = this.#pages.get(lines) ?? paginate(lines.lines)
    this.#pages.set(lines, pages)
    return pageOfLine(pages, lineIndex) + 1
  }
}
