import type { Draft } from '@andscene/contracts/drafts'

/** The colors of revised pages in the order of production. */
const COLOURS = ['blue', 'pink', 'yellow', 'green', 'goldenrod', 'buff', 'salmon', 'cherry'] as const

/** The color of the changes since a draft: blue for the first revision. */
export const revisionColour = ({ number }: Pick<Draft, 'number'>): (typeof COLOURS)[number] =>
  COLOURS[(number - 1) % COLOURS.length]!
