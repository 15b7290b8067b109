import type { SourceLine } from '@andscene/contracts/internal'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { HttpError } from '@andscene/service-kit/http-error'
import { Pauses } from '@andscene/service-kit/pauses'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { voiceForLine } from '@andscene/screenplay/voices'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { clipPath, textHash, type ClipOwner } from './clip-path.ts'

export type WantedClip = {
  path: string
  voiceId: string
  text: string
  textHash: string
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
  source: { scriptId: string; casting: Casting; lines: readonly SourceLine[] },
  catalogue: VoiceCatalogue,
): Promise<WantedClips> {
  const { voices, unknown } = await voicesOf(source.casting, catalogue)
  // A voice that cannot be looked up now keeps its lines, so that they do not fall back to another voice.
  const isVoice = (id: string) => voices.has(id) || unknown.has(id)
  const clips = new Map<string, WantedClip>()
  const byVoiceAndText = new Map<string, WantedClip>()
  const pathOf = (line: SourceLine, index: number) => {
    const voiceId = voiceForLine(line, source.casting, isVoice)
    const voice = voiceId === undefined ? undefined : voices.get(voiceId)
    const text = voice ? spokenText(line) : ''
    if (!voice || text === '') return undefined
    const known = byVoiceAndText.get(`${voice.voiceId}\n${text}`)
    if (known) {
      known.lineIndexes.push(index)
      return known.path
    }
    const clip = {
      ...clipOf(catalogue, voice, text, { scriptId: source.scriptId }),
      lineIndexes: [index],
    }
    byVoiceAndText.set(`${voice.voiceId}\n${text}`, clip)
    clips.set(clip.path, clip)
    return clip.path
  }
  const paths: (string | undefined)[] = []
  let spokenLines = 0
  const pauses = new Pauses()
  for (const [index, line] of source.lines.entries()) {
    if (pauses.due()) await pauses.take()
    const path = pathOf(line, index)
    paths.push(path)
    if (path !== undefined) spokenLines += 1
  }
  return { clips, paths, spokenLines, incomplete: unknown.size > 0 }
}

export function clipOf(catalogue: VoiceCatalogue, voice: Voice, text: string, owner: ClipOwner) {
  const { name, engineVersion } = catalogue.providers.providerOf(voice.voiceId)
  const source = { provider: name, engineVersion, voiceId: voice.voiceId, language: voice.locale, text }
  return { path: clipPath(source, owner), voiceId: voice.voiceId, text, textHash: textHash(text) }
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
