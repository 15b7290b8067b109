/** Line types with special rules (product §3). Any other value is an "other" line that keeps its name. */
export const LINE_TYPES = [
  'Character',
  'Dialogue',
  'Action',
  'Scene',
  'Scene Heading',
  'New Act',
  'Parenthetical',
  'Transition',
] as const
export type KnownLineType = (typeof LINE_TYPES)[number]
