import type { LineSource, NarrationSource } from '@andscene/contracts/internal'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import type { AudioIndex } from '../storage/audio-index.ts'

/** An owner never changes, and of a deletion the index knows: this long it is not asked for again. */
const OWNER_KEPT_MS = 10 * 60_000
const OWNERS_KEPT = 10_000

/** May this person read and change this script's audio? The one place that decides it (product §7). */
export class Ownership {
  readonly #scripts: ServiceClient
  readonly #index: AudioIndex
  readonly #owners = new Map<string, { ownerId: string; at: number }>()

  constructor(scripts: ServiceClient, index: AudioIndex) {
    this.#scripts = scripts
    this.#index = index
  }

  /** NOT_FOUND unless the script is there and theirs. */
  async require(scriptId: string, uid: string, requestId: string): Promise<void> {
    if ((await this.#index.stateOf(scriptId)).erased) throw notFound('Script')
    const known = this.#owners.get(scriptId)
    const ownerId =
      known && Date.now() - known.at < OWNER_KEPT_MS
        ? known.ownerId
        : (await this.#ask<NarrationSource>(scriptId, 'narration?count=0', requestId)).ownerId
    if (ownerId !== uid) throw notFound('Script')
  }

  /** One line, for the script's owner. */
  async line(scriptId: string, lineId: string, uid: string, requestId: string): Promise<LineSource> {
    const source = await this.#ask<LineSource>(scriptId, `lines/${lineId}`, requestId)
    if (source.ownerId !== uid) throw notFound('Script')
    return source
  }

  async #ask<T extends { ownerId: string }>(scriptId: string, what: string, requestId: string): Promise<T> {
    const source = await this.#scripts
      .get<T>(`/internal/scripts/${scriptId}/${what}`, { requestId })
      .catch((error: unknown) => {
        throw error instanceof HttpError && error.code === 'NOT_FOUND' ? notFound('Script') : error
      })
    this.#owners.delete(scriptId)
    this.#owners.set(scriptId, { ownerId: source.ownerId, at: Date.now() })
    const [oldest] = this.#owners.keys()
    if (this.#owners.size > OWNERS_KEPT && oldest !== undefined) this.#owners.delete(oldest)
    return source
  }
}
