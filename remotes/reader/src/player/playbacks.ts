import { isGuest } from '@andscene/web-kit/api-client'
import { onSessionEnd } from '@andscene/web-kit/session'
import { useSyncExternalStore } from 'react'
import type { Player } from './engine/player.ts'
import type { PlayerSnapshot } from './engine/state.ts'
import type { Playback } from './playback.ts'
import { Emitter } from '@andscene/web-kit/emitter'

type Entry = { playback: Playback; draft: number | undefined; holders: number; isGuests: boolean }

/** Open scripts, shared by the page and the navigation bar. */
const open = new Map<string, Entry>()
const { subscribe, emit: announce } = new Emitter()

function close(scriptId: string, { playback }: Entry) {
  open.delete(scriptId)
  playback.close()
  announce()
}
function closeAll() {
  open.forEach((entry, scriptId) => close(scriptId, entry))
}
// No line that starts later may be stored as the last one (product §6). Guests have no session.
onSessionEnd(() => open.forEach((entry, scriptId) => !entry.isGuests && close(scriptId, entry)))

export const playbacks = {
  get: (scriptId: string): Playback | undefined => open.get(scriptId)?.playback,

  /**
   * Keeps the script open; returns a release function. It closes shortly after the last release, to survive remounts.
   */
  hold(scriptId: string, create: () => Playback, draft?: number): () => void {
    const before = open.get(scriptId)
    // Another draft has other lines at the same positions.
    if (before && before.draft !== draft) close(scriptId, before)
    const entry = open.get(scriptId) ?? { playback: create(), draft, holders: 0, isGuests: isGuest() }
    open.set(scriptId, entry)
    entry.holders += 1
    if (entry.holders === 1) announce()
    return () => {
      entry.holders -= 1
      setTimeout(() => {
        if (entry.holders === 0 && open.get(scriptId) === entry) close(scriptId, entry)
      })
    }
  },

  /** Closes the script for all holders: it is no longer available to the listener. */
  close(scriptId: string): void {
    const entry = open.get(scriptId)
    if (entry) close(scriptId, entry)
  },

  closeAll,

  subscribe,
}

export const usePlayback = (scriptId: string): Playback | undefined =>
  useSyncExternalStore(playbacks.subscribe, () => playbacks.get(scriptId))

/** Returns the player's state; the component renders again on each change. */
export const usePlayerState = (player: Player): PlayerSnapshot =>
  useSyncExternalStore(player.subscribe, player.getSnapshot)
