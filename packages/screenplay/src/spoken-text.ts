import { saidLine, type SayableLine } from './said/said-line.ts'

export type SpokenLine = SayableLine

/** The text to be read aloud, in a single line (product §3); '' for a silent line. `own` is the language of the script. */
export const spokenText = (line: SpokenLine, own?: string): string => saidLine(line, own).text
