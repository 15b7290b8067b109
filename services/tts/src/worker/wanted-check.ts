import type { LineAudioJob } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import { parseClipPath } from '../clips/clip-path.ts'
import type { ScriptClipsReader } from '../clips/script-clips.ts'
import { clipOf, type Clip } from '../clips/wanted-clips.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'

/** The fields of a job that identify its clip and the casting it was planned for. */
export type PlannedClip = Omit<Clip, 'textHash'> & Pick<LineAudioJob, 'castingVersion'> & { scriptId: string }

/** `clips`: short forms of the needed paths, ascending. */
type Known = { casting: number | undefined; at: number; clips: Float64Array | 'all' }

/** Cached clips of all scripts: five hundred screenplays, in 8 MB. */
const CLIPS_KEPT = 1_000_000
/** Cache time (ms); voices may become available or unavailable. */
const CACHED_MS = 5 * 60_000
/** Cache time without a noted casting, and while a provider cannot list its voices (ms). */
const UNSURE_MS = 5_000

/** Checks whether the casting needs a clip: yes if job and note have the same version, else the script is read once. */
export class WantedCheck {
  readonly #scriptClips: ScriptClipsReader
  readonly #notes: ScriptNotes
  readonly #catalogue: VoiceCatalogue
  readonly #known = new LRUCache<string, Promise<Known>>({ maxSize: CLIPS_KEPT })

  constructor(scriptClips: ScriptClipsReader, notes: ScriptNotes, catalogue: VoiceCatalogue) {
    this.#scriptClips = scriptClips
    this.#notes = notes
    this.#catalogue = catalogue
  }

  /** Also true on errors, because a superfluous clip costs less than a missing one. */
  async has(clip: PlannedClip): Promise<boolean> {
    try {
      const casting = await this.#notes.casting(clip.scriptId)
      if (casting !== undefined && casting === clip.castingVersion && (await this.#isNamedSo(clip)))
        return true
      const { clips } = await this.#wantedOf(clip.scriptId, casting)
      return clips === 'all' || holds(clips, shortForm(clip.path))
    } catch {
      return true
    }
  }

  /** Whether the casting of its script needs the clip at this path; never for a preview. True on errors. */
  async needs(path: string): Promise<boolean> {
    const scriptId = parseClipPath(path)?.scriptId
    if (scriptId === undefined) return false
    try {
      const { clips } = await this.#wantedOf(scriptId, await this.#notes.casting(scriptId))
      return clips === 'all' || holds(clips, shortForm(path))
    } catch {
      return true
    }
  }

  /** False if the voice was removed meanwhile, or has another engine version, whose clips have other paths. */
  async #isNamedSo({ scriptId, voiceId, path, ...clip }: PlannedClip): Promise<boolean> {
    const { foreign, together, ...speech } = clip
    const { byNarrator } = speech
    const [voice, narrator, ...others] = await Promise.all(
      [voiceId, byNarrator?.voiceId ?? voiceId, ...(together ?? [])].map((id) => this.#catalogue.find(id)),
    )
    if (voice === undefined || narrator === undefined || others.includes(undefined)) return false
    return clipOf(this.#catalogue, { voice, foreign, together, narrator }, speech, { scriptId }).path === path
  }

  async #wantedOf(scriptId: string, casting: number | undefined): Promise<Known> {
    const remembered = this.#known.get(scriptId)
    if (remembered) {
      const known = await remembered.catch(() => undefined)
      if (known && known.casting === casting && isBelieved(known)) return known
      // Another job may have started a request meanwhile.
      const newer = this.#known.get(scriptId)
      if (newer && newer !== remembered) return newer
    }
    const pending = this.#ask(scriptId, casting)
    this.#known.set(scriptId, pending, { size: 1 })
    const known = await pending
    // The size is known only now; the entry may have been replaced meanwhile.
    if (this.#known.peek(scriptId) === pending)
      this.#known.set(scriptId, pending, { size: 1 + known.clips.length })
    return known
  }

  async #ask(scriptId: string, casting: number | undefined): Promise<Known> {
    const at = Date.now()
    const head = await this.#scriptClips.head(scriptId)
    const wanted = head && (await this.#scriptClips.of(head))
    if (wanted?.incomplete) return { casting, at, clips: 'all' }
    const clips = new Float64Array(wanted?.clips.size ?? 0)
    const pauses = new Pauses()
    let n = 0
    for (const path of wanted?.clips.keys() ?? []) {
      if (pauses.due()) await pauses.take()
      clips[n] = shortForm(path)
      n += 1
    }
    return { casting, at, clips: clips.sort() }
  }
}

const isBelieved = ({ casting, clips, at }: Known) =>
  Date.now() - at < (casting === undefined || clips === 'all' ? UNSURE_MS : CACHED_MS)

/** 48 bits of the clip's key: a script of 50,000 clips takes 400 kB instead of ten megabytes. */
const shortForm = (path: string) => Number.parseInt(path.slice(-16, -4), 16)

/** Binary search. */
function holds(sorted: Float64Array, value: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}
