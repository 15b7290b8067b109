import { readKey, writeKey } from '@andscene/web-kit/storage-keys'
import { useSyncExternalStore } from 'react'
import { createStore } from '../../player/store.ts'

/** Kept on the device after a sign-out (web-kit storage-keys). */
const TEXT_SIZE_KEY = 'andscene_text_size'
/** Text sizes of the sheet in percent; 100 is the browser's own size. */
const SIZES = [80, 90, 100, 110, 125, 150, 175, 200]
const USUAL = 100
export const SMALLEST_TEXT = SIZES[0]!
export const LARGEST_TEXT = SIZES.at(-1)!

const stored = (): number => {
  const size = Number(readKey(TEXT_SIZE_KEY))
  return SIZES.includes(size) ? size : USUAL
}

const store = createStore({ size: stored() })
// Another tab has changed it.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => key === TEXT_SIZE_KEY && store.set({ size: stored() }))

/** Changes the text size by steps, within the limits; 0 returns to the usual size. */
export function changeTextSize(by: -1 | 0 | 1): void {
  const at = SIZES.indexOf(store.getSnapshot().size) + by
  const size = by === 0 ? USUAL : (SIZES[at] ?? store.getSnapshot().size)
  store.set({ size })
  writeKey(TEXT_SIZE_KEY, String(size))
}

/** The text size of the sheet in percent. */
export const useTextSize = (): number => useSyncExternalStore(store.subscribe, () => store.getSnapshot().size)
