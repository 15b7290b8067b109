import type { DraftText } from './draft-text.ts'

/** A cue with its speech, or a heading with its scene. */
export type Part = { head: number; lines: number[] }

/** The speeches of a draft, by their cues. */
export function speechesOf({ lines }: DraftText): Part[] {
  const parts: Part[] = []
  let isOpen = false
  for (const [index, { kind }] of lines.entries())
    if (kind === 'cue') {
      parts.push({ head: index, lines: [] })
      isOpen = true
    } else if (kind !== 'speech' && kind !== 'aside') isOpen = false
    else if (isOpen) parts.at(-1)!.lines.push(index)
  return parts
}

/** The scenes of a draft, by their headings. */
export function scenesOf({ lines }: DraftText): Part[] {
  const parts: Part[] = []
  for (const [index, { kind }] of lines.entries())
    if (kind === 'heading') parts.push({ head: index, lines: [] })
    else parts.at(-1)?.lines.push(index)
  return parts
}

/** The head of each line's part; undefined for the head itself and lines in no part. */
export const headsOf = (parts: readonly Part[]): ReadonlyMap<number, number> =>
  new Map(parts.flatMap(({ head, lines }) => lines.map((line): [number, number] => [line, head])))
