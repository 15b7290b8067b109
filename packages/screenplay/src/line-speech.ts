import type { Casting } from '@andscene/contracts/script'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { Pronunciation, Sound } from '@andscene/contracts/voices/pronunciation'
import { soundsIn } from './pronunciation/sounds-in.ts'
import { saidLine, type SaidLine, type SaidPart, type SaidWord, type SayableLine } from './said/said-line.ts'
import type { TokenClass } from './said/token-class.ts'
import { spokenEmphasis } from './spoken-emphasis.ts'
import { voiceRoleFor, voicesTogether } from './voices.ts'

/** What a voice says, and how. Voices that say equal speeches share no clip, but equal voices do. */
export type Speech = {
  /** Words for the voice; empty if the line is silent. */
  text: string
  /** How the text is delivered, with emphasis in `text`; absent for a plain reading. */
  delivery?: Delivery | undefined
  /** Pronunciations that a user gave, by their place in the text. */
  sounds?: readonly Sound[] | undefined
  /** Assigned voices that speak together with the one of the line. */
  together?: readonly string[] | undefined
  /** Parts of the text that the narrator speaks, in the assigned voice, instead of the voice of the line. */
  byNarrator?: { voiceId: string; at: readonly SaidPart[] } | undefined
  /** Where the text continues after a short pause: at directions that are not read. */
  pauses?: readonly number[] | undefined
}

/** The parts of a script that change how its lines are spoken. */
export type SpeechSource = {
  casting: Casting
  pronunciations?: readonly Pronunciation[] | undefined
  /** The language of the script; English if it is unknown. */
  language?: string | undefined
  /** Whether the narrator reads directions inside a speech; a pause otherwise, and if there is no narrator. */
  readsDirections?: boolean | undefined
}

type Line = SayableLine & { delivery?: Delivery | undefined; together?: readonly string[] | undefined }

/** Returns the speech of a line of a script; undefined if the line is silent. `line` is as the casting has it. */
export function speechOf(
  line: Line,
  { casting, pronunciations = [], language, readsDirections = false }: SpeechSource,
): Speech | undefined {
  const speaker = voiceRoleFor(line) === 'character' ? line.character : undefined
  // A recording was said in one go.
  const isRecorded = line.delivery?.melody !== undefined
  const narrator = readsDirections && !isRecorded ? casting.narrationVoiceId : undefined
  const said = sayable(line, { pronunciations, language, readsDirections: Boolean(narrator) }, speaker)
  const { text, byNarrator, pauses } = said
  if (text === '') return undefined
  const delivery = line.delivery && ofSpoken(line.delivery, said.words)
  const [, ...together] = voicesTogether(line, casting)
  const sounds = soundsOf(said, pronunciations, speaker)
  return {
    text,
    ...(sounds.length > 0 && { sounds }),
    ...(delivery && deliveryKey(delivery).some((value) => value !== null) && { delivery }),
    ...(together.length > 0 && { together }),
    ...(narrator && byNarrator && { byNarrator: { voiceId: narrator, at: byNarrator } }),
    ...(pauses && !isRecorded && { pauses }),
  }
}

/** The narrator has the pronunciations of all characters only. */
function soundsOf(
  { text, byNarrator = [] }: SaidLine,
  pronunciations: readonly Pronunciation[],
  speaker: string | undefined,
): Sound[] {
  const sounds = soundsIn(text, pronunciations, speaker)
  if (byNarrator.length === 0 || pronunciations.length === 0) return sounds
  const others = soundsIn(text, pronunciations)
  const meets = ({ at, length }: Sound) =>
    byNarrator.some(([from, extent]) => at < from + extent && from < at + length)
  return [...sounds.filter((sound) => !meets(sound)), ...others.filter(meets)].sort((a, b) => a.at - b.at)
}

/** The words to say for a line. Words with a pronunciation that would be said in other words, such as "AK-47", are kept as they are written. */
export function sayable(
  line: Line,
  { pronunciations = [], language, readsDirections }: Omit<SpeechSource, 'casting'>,
  speaker: string | undefined,
): SaidLine {
  const said = saidLine(line, language, { readsDirections })
  if (pronunciations.length === 0) return said
  const written = soundsIn(line.text, pronunciations, speaker).length
  if (written <= soundsIn(said.text, pronunciations, speaker).length) return said
  const first: TokenClass = {
    name: 'pronounced',
    find: (text) =>
      soundsIn(text, pronunciations, speaker).map(({ at, length }) => ({
        from: at,
        to: at + length,
        words: text.slice(at, at + length),
      })),
  }
  return saidLine(line, language, { readsDirections, first })
}

/** A line's delivery has its emphasis in the written text, that of a speech in the spoken one. */
function ofSpoken({ emphasis, ...delivery }: Delivery, words: readonly SaidWord[]): Delivery {
  const spoken = emphasis && spokenEmphasis(words, emphasis)
  return { ...delivery, ...(spoken && spoken.length > 0 && { emphasis: spoken }) }
}

/**
 * The text whose hash tts stores with a clip: the same for the same speech in any voice. A clip in the line's own
 * language differs from one in the script's.
 */
export function hashedSpeech(speech: Speech, language?: string): string {
  const { text, delivery, sounds, together, byNarrator, pauses } = speech
  const said = language === undefined ? text : `${language}\n${text}`
  if (!delivery && !sounds && !together && !byNarrator && !pauses) return said
  return `${said}\n${JSON.stringify([
    ...speechKey({ delivery, sounds }),
    together ?? null,
    ...(byNarrator ? [byNarrator.voiceId, byNarrator.at] : []),
    ...(pauses ? [{ pauses }] : []),
  ])}`
}

/** The parts of a speech besides its text in a fixed order, for keys. */
export const speechKey = ({ delivery, sounds }: Pick<Speech, 'delivery' | 'sounds'>) => [
  delivery ? deliveryKey(delivery) : null,
  sounds?.map(({ at, length, ipa, spelled }) => [at, length, ipa ?? null, spelled ?? null]) ?? null,
]

const deliveryKey = ({ name, pace, pitch, emphasis, pauseBeforeMs, pauseAfterMs, melody }: Delivery) =>
  [name, pace, pitch, emphasis, pauseBeforeMs, pauseAfterMs, melodyKey(melody)].map((value) => value ?? null)

const melodyKey = (melody: Delivery['melody']) =>
  melody?.map(({ at, length, ms, pauseMs, semitones }) => [at, length, ms, pauseMs, semitones])
