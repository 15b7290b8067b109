import type { SourceLine } from '@andscene/contracts/internal'
import type { LineAudioJob } from '@andscene/contracts/queues'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { HttpError } from '@andscene/service-kit/http-error'
import { Pauses } from '@andscene/service-kit/pauses'
import { voiceInLanguage } from '@andscene/screenplay/line-voice'
import { hashedSpeech, speechOf, type Speech, type SpeechSource } from '@andscene/screenplay/line-speech'
import { asCast, voiceForLine, voicesTogether } from '@andscene/screenplay/voices'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { clipPath, textHash, type ClipOwner } from './clip-path.ts'

/** The fields of a job that name its clip and say how it is spoken. */
export type Clip = Pick<
  LineAudioJob,
  'path' | 'voiceId' | 'text' | 'textHash' | 'foreign' | 'delivery' | 'sounds' | 'together'
>

export type WantedClip = Clip & {
  /** Lines that this clip speaks, ascending. */
  lineIndexes: number[]
}

export type WantedClips = {
  clips: Map<string, WantedClip>
  /** Path by line index; undefined where nothing is spoken. */
  paths: (string | undefined)[]
  spokenLines: number
  /** True if a provider could not look up a voice: the lines of that voice are omitted. */
  incomplete: boolean
}

/** Returns the distinct clips of a casting (architecture §6); equal lines share one. Yields, as scripts may be long. */
export async function wantedClips(
  source: SpeechSource & { scriptId: string; lines: readonly SourceLine[] },
  catalogue: VoiceCatalogue,
): Promise<WantedClips> {
  const { voices, unknown } = await voicesOf(source.casting, catalogue)
  // A voice that cannot be looked up now keeps its lines, so that they do not fall back to another voice.
  const isVoice = (id: string) => voices.has(id) || unknown.has(id)
  const clips = new Map<string, WantedClip>()
  const byVoiceAndSpeech = new Map<string, WantedClip>()
  const speakers = await speakersOf(source, voices, catalogue)
  const existing = (id: string | undefined) => (id === undefined ? undefined : voices.get(id))
  const pathOf = (line: SourceLine, index: number) => {
    const voice = existing(voiceForLine(line, source.casting, isVoice))
    const [, ...otherIds] = voicesTogether(line, source.casting, isVoice)
    const others = otherIds.map(existing)
    const speech = voice && speechOf(line, source)
    if (!speech || others.includes(undefined)) return undefined
    const { language } = line
    const named = `${[voice.voiceId, ...otherIds].join(' ')}\n${hashedSpeech(speech, language)}`
    const known = byVoiceAndSpeech.get(named)
    if (known) {
      known.lineIndexes.push(index)
      return known.path
    }
    const clip = {
      ...clipOf(
        catalogue,
        chorusOf([voice, ...(others as Voice[])], (one) => speakers(one, language)),
        speech,
        {
          scriptId: source.scriptId,
        },
      ),
      lineIndexes: [index],
    }
    byVoiceAndSpeech.set(named, clip)
    clips.set(clip.path, clip)
    return clip.path
  }
  const paths: (string | undefined)[] = []
  let spokenLines = 0
  const pauses = new Pauses()
  for (const [index, line] of source.lines.entries()) {
    if (pauses.due()) await pauses.take()
    const path = pathOf(asCast(line, source.casting), index)
    paths.push(path)
    if (path !== undefined) spokenLines += 1
  }
  return { clips, paths, spokenLines, incomplete: unknown.size > 0 }
}

/**
 * The voice that speaks, for which assigned voice it speaks a line in another language than the script, and the ids of
 * further voices that speak with it.
 */
type ClipSpeaker = { voice: Voice; foreign?: Clip['foreign']; together?: Clip['together'] }

/** Several assigned voices as one speaker. */
function chorusOf(
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
  language: string | undefined,
): Promise<ClipSpeaker> {
  const all = language === undefined ? [] : await catalogue.all()
  return chorusOf(voices, (voice) => (language === undefined ? { voice } : speakerIn(voice, language, all)))
}

/** The voice that speaks a language for an assigned voice; that voice itself if there is no other. */
const speakerIn = (cast: Voice, language: string, voices: readonly Voice[]): ClipSpeaker => ({
  voice: voiceInLanguage(cast, language, voices) ?? cast,
  foreign: { language, castVoiceId: cast.voiceId },
})

export function clipOf(
  catalogue: VoiceCatalogue,
  { voice, foreign, together }: ClipSpeaker,
  speech: Speech,
  owner: ClipOwner,
): Clip {
  const { voiceId } = voice
  const { name, engineVersion } = catalogue.providers.providerOf(voiceId)
  const { text, delivery, sounds } = speech
  const versioned = (id: string) => `${id} ${catalogue.providers.providerOf(id).engineVersion}`
  const spoken = {
    voiceId,
    text,
    ...(foreign && { foreign }),
    ...(delivery && { delivery }),
    ...(sounds && { sounds: [...sounds] }),
    ...(together && { together }),
  }
  return {
    ...spoken,
    path: clipPath(
      {
        provider: name,
        engineVersion,
        language: voice.locale,
        ...spoken,
        together: together?.map(versioned),
      },
      owner,
    ),
    textHash: textHash(hashedSpeech(speech, foreign?.language)),
  }
}

/** Chooses the speakers of a script; lists the voices only if a line is in another language. */
async function speakersOf(
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

/** The existing voices of a casting (product §3), and those whose provider is unavailable. */
async function voicesOf(casting: Casting, catalogue: VoiceCatalogue) {
  const { characterAssignments, narrationVoiceId, sceneHeadingVoiceId } = casting
  const voices = new Map<string, Voice>()
  const unknown = new Set<string>()
  for (const id of new Set([...Object.values(characterAssignments), narrationVoiceId, sceneHeadingVoiceId])) {
    if (id === undefined) continue
    try {
      const voice = await catalogue.find(id)
      if (voice) voices.set(id, voice)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      unknown.add(id)
    }
  }
  return { voices, unknown }
}
