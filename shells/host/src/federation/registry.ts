import { REGISTRY_SCHEMA, RemoteRegistry, type RegisteredRemote } from '@andscene/contracts/platform'
import { fits } from '@andscene/contracts/schema/fits'
import { remoteAddress } from '@andscene/contracts/text/remote-address'
import { START_LIMIT_MS } from '@andscene/web-kit/config'

/** The registry's valid rows, and the names of invalid ones. */
export type Registry = {
  /** Current version of the shell; undefined if the registry has none. */
  shell: string | undefined
  remotes: RegisteredRemote[]
  refused: string[]
}

/** The schema version of the registry requires a newer shell. */
export class RegistryTooNew extends Error {
  constructor(schemaVersion: number) {
    super(`The registry of remotes has form ${schemaVersion}, and this page knows ${REGISTRY_SCHEMA}`)
    this.name = 'RegistryTooNew'
  }
}

const Row = RemoteRegistry.properties.remotes.items

/**
 * Reads `/remotes.json`. Skips malformed rows; throws if the registry is unreadable, and RegistryTooNew for a later
 * schema version. Returns absolute URLs.
 */
export async function loadRegistry(address = '/remotes.json'): Promise<Registry> {
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(START_LIMIT_MS) })
  if (!response.ok) throw new Error(`Failed to load the registry of remotes (${response.status})`)
  const value = (await response.json()) as { schemaVersion?: unknown; shell?: unknown; remotes?: unknown }
  const schemaVersion = value?.schemaVersion ?? 1
  if (typeof schemaVersion === 'number' && schemaVersion > REGISTRY_SCHEMA)
    throw new RegistryTooNew(schemaVersion)
  if (!Array.isArray(value?.remotes)) throw new Error('The registry of remotes is malformed')
  const shell = typeof value.shell === 'string' ? value.shell : undefined
  const registry: Registry = { shell, remotes: [], refused: [] }
  const names = new Set<string>()
  for (const row of value.remotes as unknown[]) {
    const isRow = fits(Row, row) && !names.has(row.name)
    const entry = isRow ? remoteAddress(row.entry, location.origin) : undefined
    if (!isRow || !entry) {
      registry.refused.push(nameOf(row))
      continue
    }
    names.add(row.name)
    registry.remotes.push({ ...row, entry: entry.href })
  }
  return registry
}

const nameOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : '?'
