import type { Line } from '@andscene/contracts/script'

/** What is said aloud for a line. */
export const spokenText = (line: Pick<Line, 'type' | 'text'>): string => line.text.replace(/\s+/g, ' ').trim()
