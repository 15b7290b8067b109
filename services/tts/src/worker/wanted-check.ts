import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import type { ScriptClipsReader } from '../clips/script-clips.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'

/** `clips`: short forms of the wanted paths. */
type Known = { casting: number | undefined; at: number; clips: ReadonlySet<number> | 'all' }

/** Scripts whose wanted clips are remembered at once. */
const SCRIPTS_KEPT = 50
/** What a casting wants is believed this long: voices may come and go. */
const BELIEVED_MS = 5 * 60_000
/** The same without a note of the planner, and while a provider cannot say which voices it has. */
const UNSURE_MS = 5_000

/** Whether a script's present casting still wants a clip. Asks the scripts service again only when a casting was planned since. */
export class WantedCheck {
  readonly #scriptClips: ScriptClipsReader
  readonly #notes: ScriptNotes
  readonly #known = new LRUCache<string, Promise<Known>>({ max: SCRIPTS_KEPT })

  constructor(scriptClips: ScriptClipsReader, notes: ScriptNotes) {
    this.#scriptClips = scriptClips
    this.#notes = notes
  }

  /** True also when it cannot be found out now: a clip too many costs less than one that is missing. */
  async has(scriptId: string, path: string): Promise<boolean> {
    try {
      const { clips } = await this.#wantedOf(scriptId)
      return clips === 'all' || clips.has(shortForm(path))
    } catch {
      return true
    }
  }

  async #wantedOf(scriptId: string): Promise<Known> {
    const casting = await this.#notes.casting(scriptId)
    const remembered = this.#known.get(scriptId)
    if (remembered) {
      const known = await remembered.catch(() => undefined)
      if (known && known.casting === casting && isBelieved(known)) return known
      // Another job may have begun to ask while this one looked.
      const newer = this.#known.get(scriptId)
      if (newer && newer !== remembered) return newer
    }
    const asked = this.#ask(scriptId, casting)
    this.#known.set(scriptId, asked)
    return asked
  }

  async #ask(scriptId: string, casting: number | undefined): Promise<Known> {
    const at = Date.now()
    const head = await this.#scriptClips.head(scriptId)
    const wanted = head && (await this.#scriptClips.of(head))
    if (wanted?.incomplete) return { casting, at, clips: 'all' }
    const clips = new Set<number>()
    const pauses = new Pauses()
    for (const path of wanted?.clips.keys() ?? []) {
      if (pauses.due()) await pauses.take()
      clips.add(shortForm(path))
    }
    return { casting, at, clips }
  }
}

const isBelieved = ({ casting, clips, at }: Known) =>
  Date.now() - at < (casting === undefined || clips === 'all' ? UNSURE_MS : BELIEVED_MS)

/** 48 bits of the clip's key: a script of 50,000 clips takes a megabyte instead of ten. */
const shortForm = (path: string) => Number.parseInt(path.slice(-16, -4), 16)
