import type { RegisteredRemote } from '@andscene/contracts/platform'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { IntegrityChecks } from './integrity.ts'

/** The part of the federation runtime that the shell uses; tests replace it. */
export type FederationRuntime = {
  register(remotes: readonly RegisteredRemote[], options?: { force: boolean }): void
  load(id: string): Promise<unknown>
}

export function openRuntime(): FederationRuntime {
  const checks = new IntegrityChecks()
  registerPlugins([checks.plugin])
  return {
    register(remotes, options) {
      checks.expect(remotes)
      registerRemotes(
        remotes.map(({ name, entry }) => ({ name, entry })),
        options,
      )
    },
    load: (id) => loadRemote(id),
  }
}
