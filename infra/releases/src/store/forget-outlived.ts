import { forgotten, outlived } from '../remote-state.ts'
import type { ReleaseStore } from './release-store.ts'

/** Removes outlived versions of a remote: from its state first, so that none is chosen meanwhile. */
export async function forgetOutlived(store: ReleaseStore, name: string, now: Date): Promise<void> {
  let old: string[] = []
  await store.change(name, (state) => {
    old = outlived(state, now)
    return old.length === 0 ? state : forgotten(state, old)
  })
  if (old.length > 0) await store.forget(name, old)
}
