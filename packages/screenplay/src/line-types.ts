import { LINE_TYPES, type KnownLineType } from '@andscene/contracts/line-types'
import type { Line } from '@andscene/contracts/script'

/** Represents every type without rules of its own when lines are chosen by type. */
export const OTHER = 'other'
export type LineKind = KnownLineType | typeof OTHER

const KNOWN: ReadonlySet<string> = new Set(LINE_TYPES)

export const lineKind = (type: string): LineKind => (KNOWN.has(type) ? (type as KnownLineType) : OTHER)

/** Whether a line starts a scene; 'Scene' is a heading (product §3). */
export const isHeading = (line: Pick<Line, 'type'>): boolean =>
  line.type === 'Scene Heading' || line.type === 'Scene'

export const isActMark = (line: Pick<Line, 'type'>): boolean => line.type === 'New Act'

/** The kinds a listener can switch on and off, in display order. */
export const READABLE_KINDS: readonly LineKind[] = [
  'Dialogue',
  'Character',
  'Parenthetical',
  'Action',
  'Scene Heading',
  'New Act',
  'Transition',
  OTHER,
]

const KIND_NAMES: Partial<Record<LineKind, string>> = {
  Character: 'Cues',
  Parenthetical: 'Parentheticals',
  'Scene Heading': 'Scene headings',
  'New Act': 'Act headings',
  Transition: 'Transitions',
  [OTHER]: 'Other lines',
}
export const kindName = (kind: LineKind): string => KIND_NAMES[kind] ?? kind

export type ReadingPreset = {
  name: 'Everything' | 'Table read' | 'Dialogue only'
  skipped: readonly LineKind[]
}

/** What is read aloud (product §4): presets, each with the kinds of line it skips. The first is the default. */
export const READING_PRESETS: readonly ReadingPreset[] = [
  { name: 'Everything', skipped: [] },
  { name: 'Table read', skipped: ['Character', 'Parenthetical'] },
  { name: 'Dialogue only', skipped: READABLE_KINDS.filter((kind) => kind !== 'Dialogue') },
]

/** Both kinds of heading share one switch. */
const switchOf = (type: string): LineKind => {
  const kind = lineKind(type)
  return kind === 'Scene' ? 'Scene Heading' : kind
}

export const isSkipped = (line: Pick<Line, 'type'>, skippedLineTypes: readonly string[]): boolean =>
  skippedLineTypes.some((type) => switchOf(type) === switchOf(line.type))

export const switchKind = (skipped: readonly string[], kind: LineKind, isRead: boolean): string[] => {
  const others = skipped.filter((type) => type !== kind)
  return isRead ? others : [...others, kind]
}

export const presetOf = (skippedLineTypes: readonly string[]): ReadingPreset['name'] | undefined => {
  const wanted = [...new Set(skippedLineTypes.map(switchOf))].sort().join()
  return READING_PRESETS.find((preset) => [...preset.skipped].sort().join() === wanted)?.name
}

/** Types that are displayed in capitals regardless of the file, as on paper. */
export const SHOWN_IN_CAPITALS: ReadonlySet<string> = new Set([
  'Character',
  'Scene',
  'Scene Heading',
  'Shot',
  'Transition',
  'New Act',
  'End of Act',
])
