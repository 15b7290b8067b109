import type { Casting, Line } from '@andscene/contracts/script'
import { lineKind } from './line-types.ts'

export type VoiceRole = 'character' | 'heading' | 'narration'
type SpokenLine = Pick<Line, 'type'> & {
  character?: string | undefined
  together?: readonly string[] | undefined
}

/**
 * The role whose voice speaks a line (product §5): the character for dialogue, the narration for action and for
 * dialogue without a cue before it in its scene, the scene heading for everything else.
 */
export const voiceRoleFor = (line: SpokenLine): VoiceRole => {
  switch (lineKind(line.type)) {
    case 'Dialogue':
      return line.character === undefined ? 'narration' : 'character'
    case 'Action':
      return 'narration'
    default:
      return 'heading'
  }
}

/** Whether a voice still exists; an assignment of another one counts as none (product §3). */
export type IsVoice = (voiceId: string) => boolean
const anyVoice: IsVoice = () => true

const existing = (voiceId: string | undefined, isVoice: IsVoice): string | undefined =>
  voiceId !== undefined && voiceId !== '' && isVoice(voiceId) ? voiceId : undefined

const characterVoice = (character: string, casting: Casting): string | undefined =>
  Object.hasOwn(casting.characterAssignments, character) ? casting.characterAssignments[character] : undefined

/**
 * The different voices of the characters who speak a line together, in their order (product §5); characters without a
 * voice are left out. Empty if a user has assigned a voice to the cue itself, or if fewer than two of them have one:
 * then the cue's own voice speaks.
 */
export function voicesTogether(
  { character, together = [] }: Pick<SpokenLine, 'character' | 'together'>,
  casting: Casting,
  isVoice = anyVoice,
): string[] {
  if (existing(characterVoice(character ?? '', casting), isVoice) !== undefined) return []
  const voices = together.flatMap((name) => existing(characterVoice(name, casting), isVoice) ?? [])
  return voices.length > 1 ? [...new Set(voices)] : []
}

/**
 * The voice of a line, the first one of several, or undefined if it must be assigned first. Headings fall back to the
 * narration voice.
 */
export const voiceForLine = (line: SpokenLine, casting: Casting, isVoice = anyVoice): string | undefined => {
  const narration = existing(casting.narrationVoiceId, isVoice)
  switch (voiceRoleFor(line)) {
    case 'character':
      return (
        voicesTogether(line, casting, isVoice)[0] ??
        existing(characterVoice(line.character ?? '', casting), isVoice)
      )
    case 'narration':
      return narration
    case 'heading':
      return existing(casting.sceneHeadingVoiceId, isVoice) ?? narration
  }
}

type ForeignLine = { language?: string | undefined; writtenIn?: string | undefined }
type CastLine = ForeignLine & { delivery?: unknown; directed?: unknown }

/** A line in another language as the assigned voice speaks it: it stays written in that language. */
export const inAssignedVoice = <L extends ForeignLine>(line: L): L =>
  line.language === undefined ? line : { ...line, language: undefined, writtenIn: line.language }

/**
 * Returns the line without its language if the casting has all lines spoken by the assigned voices, and without the
 * delivery of its page if the casting has all lines spoken plainly (product §4, §5). A user's direction replaces that of
 * the page.
 */
export function asCast<L extends CastLine>(line: L, { languageByLine, deliveries }: Casting): L {
  const { directed } = line
  const isPlain = deliveries === false && line.delivery !== undefined
  const isDelivered = directed !== undefined || isPlain
  const spoken = languageByLine === false ? inAssignedVoice(line) : line
  return isDelivered ? { ...spoken, delivery: directed } : spoken
}

/** The voice to assign before a line can be heard. */
export type MissingVoice =
  { role: 'character'; character: string } | { role: 'heading' } | { role: 'narration' }

export const missingVoice = (
  line: SpokenLine,
  casting: Casting,
  isVoice = anyVoice,
): MissingVoice | undefined => {
  if (voiceForLine(line, casting, isVoice) !== undefined) return undefined
  const role = voiceRoleFor(line)
  return role === 'character' ? { role, character: line.character ?? '' } : { role }
}

/** The message of product §8 that asks for the voice. */
export const missingVoiceMessage = (missing: MissingVoice): string => {
  switch (missing.role) {
    case 'character':
      return `Please assign a voice to "${missing.character}" before playing this line.`
    case 'heading':
      return 'Please assign a scene heading voice before playing this line.'
    case 'narration':
      return 'Please assign a narration voice before playing this line.'
  }
}
