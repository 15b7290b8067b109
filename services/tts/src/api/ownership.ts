import type { LineSource, NarrationSource } from '@andscene/contracts/internal'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { LRUCache } from 'lru-cache'
import type { ScriptStates } from '../storage/audio-index.ts'

/** An owner never changes, and the index knows of a deletion: so long the scripts service is not asked again. */
const OWNER_KEPT_MS = 10 * 60_000
const OWNERS_KEPT = 10_000

/** May this person read and change this script's audio? The one place that decides it (product §7). */
export class Ownership {
  readonly #scripts: ServiceClient
  readonly #states: Pick<ScriptStates, 'stateOf'>
  readonly #owners = new LRUCache<string, string>({ max: OWNERS_KEPT, ttl: OWNER_KEPT_MS })

  constructor(scripts: ServiceClient, states: Pick<ScriptStates, 'stateOf'>) {
    this.#scripts = scripts
    this.#states = states
  }

  /** NOT_FOUND unless the script is there and theirs. Reads none of its lines. */
  async require(scriptId: string, uid: string, requestId: string): Promise<void> {
    if ((await this.#states.stateOf(scriptId)).erased) throw notFound('Script')
    const ownerId =
      this.#owners.get(scriptId) ??
      (await this.#ask<NarrationSource>(scriptId, 'narration?count=0', requestId)).ownerId
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
    this.#owners.set(scriptId, source.ownerId)
    return source
  }
}
