import type { SourceLine } from '@andscene/contracts/internal'
import type { LineAudioJob } from '@andscene/contracts/queues'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { voiceInLanguage } from '@andscene/screenplay/line-voice'
import { asCast, voicesTogether } from '@andscene/screenplay/voices'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'

/**
 * The voice that speaks, for which assigned voice it speaks a line in another language than the script, and the ids of
 * further voices that speak with it.
 */
export type ClipSpeaker = {
  voice: Voice
  foreign?: LineAudioJob['foreign']
  together?: LineAudioJob['together']
  /** Speaks directions inside a speech. */
  narrator?: Voice | undefined
}

/** Several assigned voices as one speaker. */
export function chorusOf(
  [first, ...others]: readonly Voice[],
  speakerOf: (cast: Voice) => ClipSpeaker,
): ClipSpeaker {
  const speaker = speakerOf(first!)
  const ids = new Set(others.map((voice) => speakerOf(voice).voice.voiceId))
  ids.delete(speaker.voice.voiceId)
  return ids.size === 0 ? speaker : { ...speaker, together: [...ids] }
}

/** The existing voices that speak a line together; empty unless there are such voices. */
export async function existingTogether(
  catalogue: VoiceCatalogue,
  line: SourceLine,
  casting: Casting,
): Promise<Voice[]> {
  const found = await Promise.all(voicesTogether(line, casting).map((id) => catalogue.find(id)))
  const known = new Map(found.flatMap((voice) => (voice ? [[voice.voiceId, voice] as const] : [])))
  return voicesTogether(line, casting, (id) => known.has(id)).map((id) => known.get(id)!)
}

/** The speaker of a line in one or several assigned voices. */
export async function speakerWith(
  catalogue: VoiceCatalogue,
  voices: readonly Voice[],
  { language, narrator }: { language: string | undefined; narrator: Voice | undefined },
): Promise<ClipSpeaker> {
  const all = language === undefined ? [] : await catalogue.all()
  const speakerOf = (voice: Voice) => (language === undefined ? { voice } : speakerIn(voice, language, all))
  return { ...chorusOf(voices, speakerOf), narrator: narrator && speakerOf(narrator).voice }
}

/** The voice that speaks a language for an assigned voice; that voice itself if there is no other. */
const speakerIn = (cast: Voice, language: string, voices: readonly Voice[]): ClipSpeaker => ({
  voice: voiceInLanguage(cast, language, voices) ?? cast,
  foreign: { language, castVoiceId: cast.voiceId },
})

/** The voice that reads directions inside a speech, if the listener hears them and it was not removed. */
export async function narratorOf(
  catalogue: VoiceCatalogue,
  { readsDirections = false, casting }: { readsDirections: boolean | undefined; casting: Casting },
): Promise<Voice | undefined> {
  const { narrationVoiceId } = casting
  return readsDirections && narrationVoiceId ? catalogue.find(narrationVoiceId) : undefined
}

/** Chooses the speakers of a script; lists the voices only if a line is in another language. */
export async function speakersOf(
  { lines, casting }: { lines: readonly SourceLine[]; casting: Casting },
  cast: ReadonlyMap<string, Voice>,
  catalogue: VoiceCatalogue,
): Promise<(cast: Voice, language: string | undefined) => ClipSpeaker> {
  const isForeign = cast.size > 0 && lines.some((line) => asCast(line, casting).language !== undefined)
  const voices = isForeign ? await catalogue.all() : []
  const known = new Map<string, ClipSpeaker>()
  return (castVoice, language) => {
    if (language === undefined) return { voice: castVoice }
    const key = `${castVoice.voiceId} ${language}`
    const speaker = known.get(key) ?? speakerIn(castVoice, language, voices)
    known.set(key, speaker)
    return speaker
  }
}
