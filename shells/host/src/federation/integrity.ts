import type { RegisteredRemote } from '@andscene/contracts/platform'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/**
 * Checks a remote's manifest and entry against the hashes of the registry (Subresource Integrity), so that modified
 * code does not run. Preloads must have the same hashes, or the browser fetches the files twice.
 */
export class IntegrityChecks {
  /** Rows by the folder of the manifest and the entry. */
  readonly #byFolder = new Map<string, Expected>()
  /** The latest row of each remote, for an entry in another folder. */
  readonly #byName = new Map<string, Expected>()

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
      // Subresource Integrity requires CORS for another origin.
      if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous'
      return script
    },
  }
}

type Expected = Pick<RegisteredRemote, 'name' | 'entry' | 'integrity'>

const folderOf = (address: string): string => new URL('.', new URL(address, location.href)).href
