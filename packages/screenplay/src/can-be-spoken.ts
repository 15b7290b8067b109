import { heardText, type StyledText } from './heard-text.ts'
import { isHeading, lineKind } from './line-types.ts'
import { oneLine } from './normalise-text.ts'
import { plainQuotes } from './said/plain-quotes.ts'
import { hasSound } from './said/has-sound.ts'
import { isOnlyDirections } from './said/words/directions.ts'
import { isFurniture } from './said/words/furniture.ts'

/**
 * Whether a line is heard: it has a letter or digit that is not struck out, and is not a part of the page such as
 * "(MORE)". Much faster and smaller than generating the spoken text, which is empty exactly if this is false. Without a
 * type, only whether the text has a letter or digit.
 */
export function canBeSpoken(line: StyledText & { type?: string | undefined }): boolean {
  const heard = heardText(line)
  const { type } = line
  if (!hasSound(heard) || type === undefined) return hasSound(heard)
  const text = plainQuotes(oneLine(heard))
  const context = { kind: lineKind(type), type, isHeading: isHeading({ type }) }
  return !isFurniture(text, context) && !isOnlyDirections(text, context)
}
