import type { LineSource } from '@andscene/contracts/internal'
import { readLineSource, readNarrationSource } from '@andscene/contracts/routes/internal'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { LRUCache } from 'lru-cache'
import type { ScriptStates } from '../storage/audio-index.ts'

/** An owner never changes, and the index knows of a deletion: so long the scripts service is not asked again. */
const OWNER_KEPT_MS = 10 * 60_000
const OWNERS_KEPT = 10_000

/** May this person read and change this script's audio? Nothing else decides it (product §1). */
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
    let ownerId = this.#owners.get(scriptId)
    if (ownerId === undefined) {
      const input = { params: { id: scriptId }, query: { count: 0 } }
      const { data } = await orNoScript(this.#scripts.call(readNarrationSource, input, { requestId }))
      ownerId = data.ownerId
      this.#owners.set(scriptId, ownerId)
    }
    if (ownerId !== uid) throw notFound('Script')
  }

  /** One line, for the script's owner. */
  async line(scriptId: string, lineId: string, uid: string, requestId: string): Promise<LineSource> {
    const input = { params: { id: scriptId, lineId } }
    const { data } = await orNoScript(this.#scripts.call(readLineSource, input, { requestId }))
    this.#owners.set(scriptId, data.ownerId)
    if (data.ownerId !== uid) throw notFound('Script')
    return data
  }
}

/** A missing line is told as a missing script, as to anybody else. */
async function orNoScript<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof HttpError && error.code === 'NOT_FOUND' ? notFound('Script') : error
  }
}
