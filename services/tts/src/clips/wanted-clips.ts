import type { SourceLine } from '@andscene/contracts/internal'
import type { LineAudioJob } from '@andscene/contracts/queues'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { HttpError } from '@andscene/service-kit/http-error'
import { Pauses } from '@andscene/service-kit/pauses'
import { hashedSpeech, speechOf, type Speech, type SpeechSource } from '@andscene/screenplay/line-speech'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { asCast, voiceForLine, voicesTogether } from '@andscene/screenplay/voices'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { clipPath, textHash, type ClipOwner } from './clip-path.ts'
import { chorusOf, speakersOf, type ClipSpeaker } from './clip-speakers.ts'

/** The fields of a job that name its clip and say how it is spoken. */
export type Clip = Pick<
  LineAudioJob,
  | 'path'
  | 'voiceId'
  | 'text'
  | 'textHash'
  | 'foreign'
  | 'delivery'
  | 'sounds'
  | 'together'
  | 'byNarrator'
  | 'pauses'
>

export type WantedClip = Clip & {
  /** Lines that this clip speaks, ascending; none if it is only for listeners who do not hear parentheticals. */
  lineIndexes: number[]
}

export type WantedClips = {
  clips: Map<string, WantedClip>
  /** Path by line index; undefined where nothing is spoken. */
  paths: (string | undefined)[]
  /** By line index, ascending: paths for listeners who do not hear parentheticals, of lines where they differ. */
  pausedPaths: ReadonlyMap<number, string>
  spokenLines: number
  /** True if a provider could not look up a voice: the lines of that voice are omitted. */
  incomplete: boolean
}

/** Lines of one script that are made in both ways; a further one is made with a pause when it is played. */
const MOST_PAUSED = 200

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
  const narrator = existing(source.casting.narrationVoiceId)
  const pathOf = (line: SourceLine, index: number, readsDirections: boolean) => {
    const voice = existing(voiceForLine(line, source.casting, isVoice))
    const [, ...otherIds] = voicesTogether(line, source.casting, isVoice)
    const others = otherIds.map(existing)
    const speech = voice && speechOf(line, { ...source, readsDirections })
    if (!speech || others.includes(undefined)) return undefined
    const { language } = line
    const named = `${[voice.voiceId, ...otherIds].join(' ')}\n${hashedSpeech(speech, language)}`
    const known = byVoiceAndSpeech.get(named)
    const clip = known ?? {
      ...clipOf(
        catalogue,
        {
          ...chorusOf([voice, ...(others as Voice[])], (one) => speakers(one, language)),
          narrator: narrator && speakers(narrator, language).voice,
        },
        speech,
        { scriptId: source.scriptId },
      ),
      lineIndexes: [],
    }
    // Lines are counted as those hear them who hear parentheticals, which is the default.
    if (readsDirections || !narrator) clip.lineIndexes.push(index)
    byVoiceAndSpeech.set(named, clip)
    clips.set(clip.path, clip)
    return clip.path
  }
  const paths: (string | undefined)[] = []
  const pausedPaths = new Map<number, string>()
  let spokenLines = 0
  const pauses = new Pauses()
  for (const [index, line] of source.lines.entries()) {
    if (pauses.due()) await pauses.take()
    const cast = asCast(line, source.casting)
    const path = pathOf(cast, index, narrator !== undefined)
    paths.push(path)
    if (path === undefined) continue
    spokenLines += 1
    if (!narrator || !mayHaveDirections(line) || pausedPaths.size === MOST_PAUSED) continue
    const paused = pathOf(cast, index, false)
    if (paused !== undefined && paused !== path) pausedPaths.set(index, paused)
  }
  return { clips, paths, pausedPaths, spokenLines, incomplete: unknown.size > 0 }
}

export function clipOf(
  catalogue: VoiceCatalogue,
  { voice, foreign, together, narrator }: ClipSpeaker,
  speech: Speech,
  owner: ClipOwner,
): Clip {
  const { voiceId } = voice
  const { name, engineVersion } = catalogue.providers.providerOf(voiceId)
  const { text, delivery, sounds, pauses } = speech
  const parts = speech.byNarrator?.at
  const byNarrator = narrator && parts && { voiceId: narrator.voiceId, at: [...parts] }
  const versioned = (id: string) => `${id} ${catalogue.providers.providerOf(id).engineVersion}`
  const spoken = {
    voiceId,
    text,
    ...(foreign && { foreign }),
    ...(delivery && { delivery }),
    ...(sounds && { sounds: [...sounds] }),
    ...(together && { together }),
    ...(byNarrator && { byNarrator }),
    ...(pauses && { pauses: [...pauses] }),
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
        byNarrator: byNarrator && { ...byNarrator, voiceId: versioned(byNarrator.voiceId) },
      },
      owner,
    ),
    textHash: textHash(hashedSpeech(speech, foreign?.language)),
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
