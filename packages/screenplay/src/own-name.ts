import { cueName, sameness } from './cue-name.ts'
import { hasSound } from './said/has-sound.ts'

/** Longest name with extensions at the start of a speech. */
const OWN_NAME_LIMIT = 80

/** Where the speech begins in a text that was typed with its cue: "HAGEN: Get out."; 0 in others. */
export function speechStart(text: string, character: string | undefined): number {
  if (character === undefined) return 0
  const colon = text.slice(0, OWN_NAME_LIMIT).search(/[:：]/)
  const prefix = text.slice(0, Math.max(0, colon))
  // "Ada: a name to remember." may be a sentence about her.
  const isWritten = colon > 0 && (prefix === prefix.toUpperCase() || /[)\]]\s*$/.test(prefix))
  if (!isWritten || sameness(cueName(prefix) ?? '') !== sameness(character)) return 0
  return hasSound(text.slice(colon + 1)) ? colon + 1 : 0
}
