import type { Findings } from './evidence.ts'
import type { NameIndex } from './mentions.ts'
import type { Pronouns } from './action/pronouns.ts'
import type { Vocabulary } from './tokens.ts'

/** What the readers of action and of dialogue share. */
export type ReaderParts = {
  names: NameIndex
  language: string
  findings: Findings
  pronouns: Pronouns
  vocabulary: Vocabulary
}
