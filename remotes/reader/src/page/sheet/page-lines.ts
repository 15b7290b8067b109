import type { Line } from '@andscene/contracts/script'

/** A line with its index in the script, or two simultaneous speeches. */
export type PageItem =
  | { kind: 'line'; index: number; line: Line }
  | { kind: 'dual'; index: number; left: IndexedLine[]; right: IndexedLine[] }
export type IndexedLine = { index: number; line: Line }

/** Groups the lines of a page: adjacent lines marked left, then right, form one dual dialogue. */
export function itemsOf(lines: readonly Line[], start: number, end: number): PageItem[] {
  const items: PageItem[] = []
  for (let index = start; index < end; index += 1) {
    const line = lines[index]
    if (!line) break
    const last = items.at(-1)
    if (!line.dual) {
      items.push({ kind: 'line', index, line })
    } else if (last?.kind === 'dual' && (line.dual === 'right' || last.right.length === 0)) {
      last[line.dual].push({ index, line })
    } else {
      const item: PageItem = { kind: 'dual', index, left: [], right: [] }
      item[line.dual].push({ index, line })
      items.push(item)
    }
  }
  return items
}

const isSpeech = ({ type }: Line) => type === 'Dialogue' || type === 'Parenthetical'

/** Returns the character whose speech continues at the top of a page, if their cue is on the page before. */
export function continuedAt(lines: readonly Line[], start: number): string | undefined {
  const line = lines[start]
  const before = lines[start - 1]
  if (!line || !before || !isSpeech(line) || line.dual !== undefined) return undefined
  const goesOn = isSpeech(before) || before.type === 'Character'
  return goesOn && before.character === line.character ? line.character : undefined
}
