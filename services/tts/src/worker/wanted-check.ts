import type { NarrationSource } from '@andscene/contracts/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { wantedClips } from '../clips/wanted-clips.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'

type Known = { casting: string | undefined; at: number; paths: Set<string> | 'all' }

/** Scripts whose wanted clips are remembered at once. */
const SCRIPTS_KEPT = 50
/** Without a note of the planner, what is known is believed this long. */
const BELIEVED_MS = 5_000

/** Whether a script's present casting still wants a clip. Asks the scripts service again only when a casting was planned since. */
export class WantedCheck {
  readonly #scripts: ServiceClient
  readonly #catalogue: VoiceCatalogue
  readonly #notes: ScriptNotes
  readonly #known = new Map<string, Promise<Known>>()

  constructor(scripts: ServiceClient, catalogue: VoiceCatalogue, notes: ScriptNotes) {
    this.#scripts = scripts
    this.#catalogue = catalogue
    this.#notes = notes
  }

  /** True also when it cannot be found out now: a clip too many costs less than one that is missing. */
  async has(scriptId: string, path: string): Promise<boolean> {
    try {
      const { paths } = await this.#wantedOf(scriptId)
      return paths === 'all' || paths.has(path)
    } catch {
      return true
    }
  }

  async #wantedOf(scriptId: string): Promise<Known> {
    const casting = await this.#notes.casting(scriptId)
    const remembered = this.#known.get(scriptId)
    if (remembered) {
      const known = await remembered.catch(() => undefined)
      const fresh =
        casting === undefined ? known && Date.now() - known.at < BELIEVED_MS : known?.casting === casting
      if (known && fresh) return known
      // Another job may have begun to ask while this one looked.
      const newer = this.#known.get(scriptId)
      if (newer && newer !== remembered) return newer
    }
    const asked = this.#ask(scriptId, casting)
    this.#known.delete(scriptId)
    this.#known.set(scriptId, asked)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= SCRIPTS_KEPT) break
      this.#known.delete(oldest)
    }
    return asked
  }

  async #ask(scriptId: string, casting: string | undefined): Promise<Known> {
    const at = Date.now()
    try {
      const source = await this.#scripts.get<NarrationSource>(`/internal/scripts/${scriptId}/narration`)
      const { clips, incomplete } = await wantedClips(source, this.#catalogue)
      return { casting, at, paths: incomplete ? 'all' : new Set(clips.keys()) }
    } catch (error) {
      if (error instanceof HttpError && error.code === 'NOT_FOUND') return { casting, at, paths: new Set() }
      throw error
    }
  }
}
