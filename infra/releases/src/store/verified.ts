import { ReleaseError } from '../release-error.ts'
import { sha256, type Release } from '../release.ts'
import type { ReadFile } from './release-store.ts'

/** Reads the files of a release; rejects with a ReleaseError for one that is not as the release says. */
export const verified =
  (name: string, release: Release, read: ReadFile): ReadFile =>
  async (file) => {
    const told = release.files[file]
    const bytes = await read(file)
    if (!told || bytes.length !== told.bytes || sha256(bytes) !== told.sha256)
      throw new ReleaseError(`${file} of ${name} ${release.version} is not what was published.`)
    return bytes
  }
