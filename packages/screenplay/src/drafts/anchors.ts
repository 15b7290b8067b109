import type { DraftText } from './draft-text.ts'
import { increasing } from './increasing.ts'
import type { Matching } from './matching.ts'

/** A line that is unique in both drafts. */
type Anchor = { i: number; j: number; weight: number }

/** A line counts by its words, up to these. */
const MOST_WORDS = 8
/** Anchors further apart do not support each other. */
const NEAR = 15
/** Weight of a block of anchors. */
const LEAST = 3
const LEAST_MOVED = 5

/** Pairs the lines that are unique in both drafts: those in order, and blocks that moved. */
export function pairAnchors(matching: Matching): void {
  let anchors = anchorsOf(matching)
  // Without isolated short lines, the blocks around them are one.
  for (let round = 0; round < 2; round++)
    anchors = blocksOf(anchors)
      .filter((block) => weightOf(block) >= LEAST)
      .flat()
  for (let round = 0; round < 2; round++) {
    const marked = increasing(
      anchors.map(({ i }) => i),
      anchors.map(({ weight }) => weight),
    )
    const ordered = new Set(anchors.filter((_, index) => marked[index]))
    anchors = blocksOf(anchors)
      .filter((block) => ordered.has(block[0]!) || weightOf(block) >= LEAST_MOVED)
      .flat()
  }
  for (const { i, j } of anchors) matching.pair(i, j)
}

/** In the order of the new lines. */
function anchorsOf({ old, next }: Matching): Anchor[] {
  const oldAt = onlyPlaces(old)
  return [...onlyPlaces(next)]
    .flatMap(([key, j]): Anchor[] => {
      const i = oldAt.get(key)
      if (i === undefined || old.lines[i]!.kind === 'cue') return []
      return [{ i, j, weight: Math.min(old.words[i]!.length, MOST_WORDS) }]
    })
    .sort((a, b) => a.j - b.j)
}

/** The place of each key that occurs once. */
function onlyPlaces({ keys }: DraftText): Map<number, number> {
  const places = new Map<number, number>()
  const repeated = new Set<number>()
  for (const [index, key] of keys.entries())
    if (places.has(key)) repeated.add(key)
    else places.set(key, index)
  for (const key of repeated) places.delete(key)
  return places
}

/** Anchors that follow each other closely in both drafts. */
function blocksOf(anchors: readonly Anchor[]): Anchor[][] {
  const byOld = [...anchors].sort((a, b) => a.i - b.i)
  const rank = new Map(byOld.map((anchor, index) => [anchor, index]))
  const blocks: Anchor[][] = []
  for (const anchor of anchors) {
    const last = blocks.at(-1)?.at(-1)
    const follows =
      last &&
      rank.get(anchor) === rank.get(last)! + 1 &&
      anchor.i - last.i <= NEAR &&
      anchor.j - last.j <= NEAR
    if (follows) blocks.at(-1)!.push(anchor)
    else blocks.push([anchor])
  }
  return blocks
}

const weightOf = (block: readonly Anchor[]) => block.reduce((sum, { weight }) => sum + weight, 0)
