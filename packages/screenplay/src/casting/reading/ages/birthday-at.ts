import { lowerAt, type Token } from '../tokens.ts'
import type { AgeInText } from './age-at.ts'

/** An ordinal birthday: "her seventieth birthday", "celebrates his 40th". */
export function birthdayAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const ten = tokens[at]?.number?.kind === 'ten' ? tokens[at]!.number!.value : 0
  const ordinal = tokens[at + (ten ? 1 : 0)]?.ordinal
  if (ordinal === undefined || (ten > 0 && ordinal > 9)) return undefined
  const end = at + (ten ? 2 : 1)
  return { years: ten + ordinal, end: lowerAt(tokens, end) === 'birthday' ? end + 1 : end }
}
