import type { LineAudioJob } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import type { ScriptClipsReader } from '../clips/script-clips.ts'
import { clipOf } from '../clips/wanted-clips.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'

/** What of a script's job says which clip it makes, and for which casting it was planned. */
export type PlannedClip = Pick<LineAudioJob, 'path' | 'voiceId' | 'text' | 'castingVersion'> & {
  scriptId: string
}

/** `clips`: short forms of the wanted paths, rising. */
type Known = { casting: number | undefined; at: number; clips: Float64Array | 'all' }

/** Wanted clips of all scripts that are remembered at once: five hundred screenplays, in 8 MB. */
const CLIPS_KEPT = 1_000_000
/** What a casting wants is believed this long: voices may come and go. */
const BELIEVED_MS = 5 * 60_000
/** The same without a note of the planner, and while a provider cannot say which voices it has. */
const UNSURE_MS = 5_000

/**
 * Whether a script's present casting still wants a clip. What was planned for this very casting is wanted, which the job and
 * a note of the planner tell: people take turns, so that with many scripts each clip is of another one. The script itself
 * is read for others, and not again before another casting was planned.
 */
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

  /** True also when it cannot be found out now: a clip too many costs less than one that is missing. */
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

  /** Not when its voice is gone meanwhile, or has another engine, whose clips have other names. */
  async #isNamedSo({ scriptId, voiceId, text, path }: PlannedClip): Promise<boolean> {
    const voice = await this.#catalogue.find(voiceId)
    return voice !== undefined && clipOf(this.#catalogue, voice, text, { scriptId }).path === path
  }

  async #wantedOf(scriptId: string, casting: number | undefined): Promise<Known> {
    const remembered = this.#known.get(scriptId)
    if (remembered) {
      const known = await remembered.catch(() => undefined)
      if (known && known.casting === casting && isBelieved(known)) return known
      // Another job may have begun to ask while this one looked.
      const newer = this.#known.get(scriptId)
      if (newer && newer !== remembered) return newer
    }
    const asked = this.#ask(scriptId, casting)
    this.#known.set(scriptId, asked, { size: 1 })
    const known = await asked
    // How much it is, is known only now; another may have taken its place meanwhile.
    if (this.#known.peek(scriptId) === asked)
      this.#known.set(scriptId, asked, { size: 1 + known.clips.length })
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
  Date.now() - at < (casting === undefined || clips === 'all' ? UNSURE_MS : BELIEVED_MS)

/** 48 bits of the clip's key: a script of 50,000 clips takes 400 kB instead of ten megabytes. */
const shortForm = (path: string) => Number.parseInt(path.slice(-16, -4), 16)

/** Whether `sorted`, which rises, holds `value`. */
function holds(sorted: Float64Array, value: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}
