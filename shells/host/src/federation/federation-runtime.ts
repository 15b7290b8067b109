import type { RegisteredRemote } from '@andscene/contracts/platform'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { IntegrityChecks } from './integrity.ts'

/** What the shell needs of the federation runtime; tests give their own. */
export type FederationRuntime = {
  register(remotes: readonly RegisteredRemote[], options?: { force: boolean }): void
  load(id: string): Promise<unknown>
}

/** The page's own, which the build plugin has put there. */
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
