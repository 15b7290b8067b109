import type { Line } from '@andscene/contracts/script'
import { carriedIndex } from '@andscene/screenplay/drafts/carried-lines'
import { Pauses } from '@andscene/service-kit/pauses'
import type { DraftHead } from '../store/drafts/draft-store.ts'
import type { Stores } from '../store/open-stores.ts'

/** A line of an earlier draft that is not in this one: the line before the place of the cut, and the text. */
export type CutLine = { lineIndex: number; text: string }
type Scripts = Pick<Stores['scripts'], 'findLines' | 'findLineIds'>

/** Finds lines that a draft does not have, by their ids, in the newest other draft that has them. */
export async function cutLines(
  scripts: Scripts,
  { id, number, drafts }: { id: string; number: number; drafts: readonly DraftHead[] },
  lineIds: Iterable<string>,
): Promise<Map<string, CutLine>> {
  const found = new Map<string, CutLine>()
  if (drafts.length === 1) return found
  const here = (await scripts.findLineIds(id, number)) ?? []
  const missing = new Set(lineIds)
  for (const lineId of here) missing.delete(lineId)
  const pauses = new Pauses()
  for (const { number: other } of drafts.toReversed()) {
    if (missing.size === 0) break
    if (other === number) continue
    const ids = (await scripts.findLineIds(id, other)) ?? []
    if (!ids.some((lineId) => missing.has(lineId))) continue
    await pauses.take()
    const lines = JSON.parse((await scripts.findLines(id, other)) ?? '[]') as Line[]
    for (const [index, { _id, text }] of lines.entries())
      if (missing.delete(_id)) found.set(_id, { lineIndex: carriedIndex(ids, here, index), text })
  }
  return found
}
