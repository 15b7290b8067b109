import { Client } from 'minio'
import * as http from 'node:http'
import * as https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RELEASE, REMOTE_NAME, VERSION, checkedRelease, type Release } from '../release.ts'
import { NOTHING_YET, checkedState, type RemoteState } from '../remote-state.ts'
import { verified, type ReadFile, type ReleaseStore } from './release-store.ts'

export type S3Options = { endpoint: string; accessKey: string; secretKey: string; bucket: string }

/** Attempts of a change after conflicts. */
const CHANGE_TRIES = 20

/**
 * Stores versions in a bucket of any S3 server: `<name>/<version>/…` with `release.json` written last, and
 * `<name>/state.json`, which is replaced only if it has not changed since it was read (conditional write). The operator
 * creates the bucket.
 */
export class S3ReleaseStore implements ReleaseStore {
  readonly #client: Client
  readonly #bucket: string

  constructor({ endpoint, accessKey, secretKey, bucket }: S3Options) {
    const url = new URL(endpoint)
    const { Agent } = url.protocol === 'https:' ? https : http
    this.#client = new Client({
      endPoint: url.hostname,
      ...(url.port ? { port: Number(url.port) } : {}),
      useSSL: url.protocol === 'https:',
      accessKey,
      secretKey,
      pathStyle: true,
      // A server may close the connection after rejecting a write: another request on it would fail.
      transportAgent: new Agent({ keepAlive: false }),
    })
    this.#bucket = bucket
  }

  async names(): Promise<string[]> {
    const prefixes = await this.#list('', false)
    return prefixes.map((prefix) => prefix.replace(/\/$/, '')).filter((name) => REMOTE_NAME.test(name))
  }

  async state(name: string): Promise<RemoteState> {
    return (await this.#marked(name)).state
  }

  async change(name: string, change: (state: RemoteState) => RemoteState): Promise<RemoteState> {
    for (let tries = 1; tries <= CHANGE_TRIES; tries += 1) {
      const { state, etag } = await this.#marked(name)
      const after = change(state)
      if (after === state) return state
      const condition = etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag }
      try {
        await this.#write(`${name}/state.json`, Buffer.from(JSON.stringify(after)), condition)
        return after
      } catch (error) {
        // Without a response, the write may have succeeded: repeating the change could roll back twice.
        if (isConnectionLost(error) && same((await this.#marked(name)).state, after)) return after
        if (!isConflict(error) && !isConnectionLost(error)) throw error
      }
    }
    throw new OperatorError(`Others change the versions of ${name} all the time: try again.`)
  }

  async release(name: string, version: string): Promise<Release | undefined> {
    if (!VERSION.test(version)) return undefined
    const found = await this.#find(`${name}/${version}/${RELEASE}`)
    return found && checkedRelease(JSON.parse(found.bytes.toString('utf8')))
  }

  async put(name: string, release: Release, read: ReadFile): Promise<void> {
    if (await this.release(name, release.version)) return
    const bytesOf = verified(name, release, read)
    const folder = `${name}/${release.version}`
    for (const file of Object.keys(release.files)) await this.#write(`${folder}/${file}`, await bytesOf(file))
    await this.#write(`${folder}/${RELEASE}`, Buffer.from(JSON.stringify(release)))
  }

  async read(name: string, version: string, file: string): Promise<Uint8Array> {
    return buffer(await this.#client.getObject(this.#bucket, `${name}/${version}/${file}`))
  }

  async forget(name: string, versions: readonly string[]): Promise<void> {
    for (const version of versions) {
      // Without it, the remaining files do not count as a version.
      await this.#client.removeObject(this.#bucket, `${name}/${version}/${RELEASE}`)
      const refused = await this.#client.removeObjects(
        this.#bucket,
        await this.#list(`${name}/${version}/`, true),
      )
      if (refused.length > 0) throw new OperatorError(`Version ${version} of ${name} could not be removed.`)
    }
  }

  async #marked(name: string): Promise<{ state: RemoteState; etag: string | undefined }> {
    const { bytes, etag } = (await this.#find(`${name}/state.json`)) ?? {}
    return { state: bytes ? checkedState(JSON.parse(bytes.toString('utf8'))) : NOTHING_YET, etag }
  }

  async #find(key: string): Promise<{ bytes: Buffer; etag: string | undefined } | undefined> {
    try {
      const stream = await this.#client.getObject(this.#bucket, key)
      const { etag } = (stream as { headers?: Record<string, string> }).headers ?? {}
      return { bytes: await buffer(stream), etag }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async #write(key: string, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    await this.#client.putObject(this.#bucket, key, Buffer.from(bytes), bytes.byteLength, headers)
  }

  async #list(prefix: string, deep: boolean): Promise<string[]> {
    const names: string[] = []
    const items = this.#client.listObjectsV2(this.#bucket, prefix, deep) as AsyncIterable<{
      name?: string
      prefix?: string
    }>
    for await (const { name, prefix: folder } of items) names.push((deep ? name : folder) ?? '')
    return names.filter(Boolean)
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(codeOf(error))
/** AWS returns the second code when two conditional writes conflict. */
const isConflict = (error: unknown) =>
  ['PreconditionFailed', 'ConditionalRequestConflict'].includes(codeOf(error))
const isConnectionLost = (error: unknown) => codeOf(error) === 'ECONNRESET'
const same = (one: RemoteState, other: RemoteState) => JSON.stringify(one) === JSON.stringify(other)
