import { OperatorError } from '@andscene/service-kit/operator-error'
import { sha256, type Release } from '../release.ts'
import { forgotten, outlived, type RemoteState } from '../remote-state.ts'

/**
 * Where versions of remotes are kept: immutable ones, and for each remote one state that says who gets which. Two
 * implementations, files and S3; one contract suite.
 */
export interface ReleaseStore {
  /** Remotes that have a state. */
  names(): Promise<string[]>
  /** As it stands now; NOTHING_YET when there is none. Rejects with an OperatorError when it cannot be read. */
  state(name: string): Promise<RemoteState>
  /**
   * Replaces the state atomically by the result of `change`: a reader gets the state before or after.
   * Two at a time come one after the other; `change` may be called again. What it throws is thrown, and nothing changes.
   */
  change(name: string, change: (state: RemoteState) => RemoteState): Promise<RemoteState>
  /** Undefined when this version is not here, or not whole. */
  release(name: string, version: string): Promise<Release | undefined>
  /**
   * Stores a version; `read` gives the bytes of its files. The same version again is no error; files that are not as the
   * release says are an OperatorError, and nothing of them is to be had.
   */
  put(name: string, release: Release, read: ReadFile): Promise<void>
  /** The bytes of a file of a version that is here. */
  read(name: string, version: string, file: string): Promise<Uint8Array>
  /** Removes versions. Their files stay as long as another version has the same. */
  forget(name: string, versions: readonly string[]): Promise<void>
}

export type ReadFile = (file: string) => Promise<Uint8Array>

/** Reads the files of a release; rejects with an OperatorError for one that is not as the release says. */
export const verified =
  (name: string, release: Release, read: ReadFile): ReadFile =>
  async (file) => {
    const told = release.files[file]
    const bytes = await read(file)
    if (!told || bytes.length !== told.bytes || sha256(bytes) !== told.sha256)
      throw new OperatorError(`${file} of ${name} ${release.version} is not what was published.`)
    return bytes
  }

/** Removes outlived versions of a remote: from its state first, so that none is chosen meanwhile. */
export async function forgetOutlived(store: ReleaseStore, name: string, now: Date): Promise<void> {
  let old: string[] = []
  await store.change(name, (state) => {
    old = outlived(state, now)
    return old.length === 0 ? state : forgotten(state, old)
  })
  if (old.length > 0) await store.forget(name, old)
}
