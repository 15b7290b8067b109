import { readKey, writeKey } from '@andscene/web-kit/storage-keys'
import { useSyncExternalStore } from 'react'
import { createStore } from '../../player/store.ts'

/** `hidden` while the revision marks of Final Draft are not shown; kept on the device. */
const REVISIONS_KEY = 'andscene_revisions'

const stored = () => readKey(REVISIONS_KEY) !== 'hidden'

const store = createStore({ areShown: stored() })
// Another tab has changed it.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => key === REVISIONS_KEY && store.set({ areShown: stored() }))

export function showRevisions(areShown: boolean): void {
  store.set({ areShown })
  writeKey(REVISIONS_KEY, areShown ? 'shown' : 'hidden')
}

/** Whether the revision marks of the file are shown (product §2). */
export const useRevisionsShown = (): boolean =>
  useSyncExternalStore(store.subscribe, () => store.getSnapshot().areShown)
