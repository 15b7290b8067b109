import { RemoteIntegrity } from '@andscene/contracts/platform'
import { BuiltRemote } from '@andscene/contracts/remote-build'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { fits } from '@andscene/contracts/schema/fits'
import { OperatorError } from '@andscene/service-kit/operator-error'

/**
 * Files of a build with fixed names: the registry contains the address of its manifest, the manifest that of its entry.
 */
export const MANIFEST = 'mf-manifest.json'
export const ENTRY = 'remoteEntry.js'
export const DESCRIPTION = 'remote.json'
/** Written last by a store: a version with this file is complete. */
export const RELEASE = 'release.json'
/** Folder of a build with content-hashed file names. */
export const ASSETS = 'assets'

/** Versions are short hashes of the build. */
export const VERSION = /^[0-9a-f]{8,64}$/
export const REMOTE_NAME = /^[a-z][a-z0-9-]{0,63}$/

const VersionText = Type.String({ pattern: VERSION.source })

/** One immutable version of a remote: `release.json`. */
export const Release = Type.Object({
  schemaVersion: Type.Literal(1),
  version: VersionText,
  description: BuiltRemote,
  integrity: RemoteIntegrity,
  /** Every file of the build by its path, with `/` on every system. */
  files: Type.Record(
    Type.String({ pattern: '^(?!/)(?!.*(^|/)\\.{1,2}(/|$))[\\w@+.~/-]+$' }),
    Type.Object({ bytes: Type.Integer({ minimum: 0 }), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ),
})
export type Release = Static<typeof Release>

/** Throws an OperatorError for an invalid release.json. */
export function checkedRelease(value: unknown): Release {
  if (fits(Release, value)) return value
  throw new OperatorError(`Its ${RELEASE} is not as it should be.`)
}

/**
 * Reads the release in a `dist` folder. Rejects with an OperatorError if it is no complete build of a remote, and with
 * the file system's error while a build is replacing files.
 */
export async function releaseIn(dist: string): Promise<Release> {
  const description: unknown = JSON.parse(await readFile(path.join(dist, DESCRIPTION), 'utf8'))
  if (!fits(BuiltRemote, description)) throw new OperatorError(`its ${DESCRIPTION} is not as it should be`)
  const names = await filesOf(dist)
  for (const needed of [MANIFEST, ENTRY])
    if (!names.includes(needed)) throw new OperatorError(`its build has no ${needed}`)
  const integrity = { manifest: '', entry: '' }
  const files: Release['files'] = {}
  for (const name of names) {
    const bytes = await readFile(path.join(dist, name))
    files[name] = { bytes: bytes.length, sha256: sha256(bytes) }
    if (name === MANIFEST) integrity.manifest = integrityOf(bytes)
    if (name === ENTRY) integrity.entry = integrityOf(bytes)
  }
  const { version } = description
  return {
    schemaVersion: 1,
    version: version !== undefined && VERSION.test(version) ? version : contentHash(files),
    description,
    integrity,
    files,
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** In the format of Subresource Integrity. */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The version of a build that does not contain one. */
const contentHash = (files: Release['files']): string => {
  const hash = createHash('sha256')
  for (const [name, file] of Object.entries(files)) hash.update(`${name} ${file.sha256}\n`)
  return hash.digest('hex').slice(0, 12)
}

/** Paths below `folder`, sorted, with `/`. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}
