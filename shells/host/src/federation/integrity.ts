import type { RegisteredRemote } from '@andscene/contracts/platform'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/**
 * Has the browser compare a remote's manifest and entry with the hashes of the registry (Subresource Integrity): code that
 * is another than was published does not run, and costs only that remote. Their preloads carry the same hashes, or the browser
 * would ask for the files twice.
 */
export class IntegrityChecks {
  /** Rows by the folder of their manifest, where their entry stands as well; all of the page's life. */
  readonly #byFolder = new Map<string, Expected>()
  /** The last row of each: for an entry that its manifest has elsewhere. */
  readonly #byName = new Map<string, Expected>()

  /** What may be loaded from now on. */
  expect(remotes: readonly Expected[]): void {
    for (const remote of remotes) {
      this.#byFolder.set(folderOf(remote.entry), remote)
      this.#byName.set(remote.name, remote)
    }
  }

  readonly plugin: ModuleFederationRuntimePlugin = {
    name: 'integrity-checks',
    fetch: (address, init) => {
      const remote = this.#byFolder.get(folderOf(address))
      if (!remote?.integrity || remote.entry !== address) return undefined
      return fetch(address, { ...init, integrity: remote.integrity.manifest })
    },
    createScript: ({ url, attrs, remoteInfo }) => {
      if (remoteInfo?.entry !== url) return undefined
      const remote = this.#byFolder.get(folderOf(url)) ?? this.#byName.get(remoteInfo.name)
      const integrity = remote?.integrity?.entry
      if (integrity === undefined) return undefined
      const script = document.createElement('script')
      script.src = url
      for (const [name, value] of Object.entries(attrs ?? {})) script.setAttribute(name, String(value))
      script.integrity = integrity
      // Bytes of another origin can only be compared when that lets them be read.
      if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous'
      return script
    },
  }
}

/** Of a row, what is checked. */
type Expected = Pick<RegisteredRemote, 'name' | 'entry' | 'integrity'>

const folderOf = (address: string): string => new URL('.', new URL(address, location.href)).href
