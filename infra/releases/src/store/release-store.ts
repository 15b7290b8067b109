import { OperatorError } from '@andscene/service-kit/operator-error'
import { sha256, type Release } from '../release.ts'
import { forgotten, outlived, type RemoteState } from '../remote-state.ts'

/**
 * Stores versions of remotes: immutable files, and for each remote one state that says who gets which version. Two
 * implementations, files and S3, share one contract suite.
 */
export interface ReleaseStore {
  /** Remotes that have a state. */
  names(): Promise<string[]>
  /** The current state, or NOTHING_YET. Rejects with an OperatorError if it cannot be read. */
  state(name: string): Promise<RemoteState>
  /**
   * Replaces the state atomically with the result of `change`. Concurrent changes are serialized; `change` may be
   * called again. If it throws, the state does not change and the error is rethrown.
   */
  change(name: string, change: (state: RemoteState) => RemoteState): Promise<RemoteState>
  /** Undefined if this version is missing or incomplete. */
  release(name: string, version: string): Promise<Release | undefined>
  /**
   * Stores a version; `read` returns the bytes of its files. Storing it again does nothing. Rejects with an
   * OperatorError if a file does not match the release; nothing of the version can be read then.
   */
  put(name: string, release: Release, read: ReadFile): Promise<void>
  /** The bytes of a file of a stored version. */
  read(name: string, version: string, file: string): Promise<Uint8Array>
  /** Deletes versions. Files that another version shares are kept. */
  forget(name: string, versions: readonly string[]): Promise<void>
}

export type ReadFile = (file: string) => Promise<Uint8Array>

/** Reads the files of a release; rejects with an OperatorError for a file that does not match it. */
export const verified =
  (name: string, release: Release, read: ReadFile): ReadFile =>
  async (file) => {
    const told = release.files[file]
    const bytes = await read(file)
    if (!told || bytes.length !== told.bytes || sha256(bytes) !== told.sha256)
      throw new OperatorError(`${file} of ${name} ${release.version} is not what was published.`)
    return bytes
  }

/** Deletes expired versions of a remote: first from its state, so that none is selected meanwhile. */
export async function forgetOutlived(store: ReleaseStore, name: string, now: Date): Promise<void> {
  let old: string[] = []
  await store.change(name, (state) => {
    old = outlived(state, now)
    return old.length === 0 ? state : forgotten(state, old)
  })
  if (old.length > 0) await store.forget(name, old)
}
