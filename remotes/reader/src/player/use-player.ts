import { useSyncExternalStore } from 'react'
import type { PlayerSnapshot } from './engine/state.ts'
import type { Player } from './engine/player.ts'
import { sessions } from './sessions.ts'

/** The player's state; the component is drawn again when any of it changes. */
export const usePlayerState = (player: Player): PlayerSnapshot =>
  useSyncExternalStore(player.subscribe, player.getSnapshot)

/** The open session of a script, for parts that stand outside of its page. */
export const useSessionOf = (scriptId: string) =>
  useSyncExternalStore(sessions.subscribe, () => sessions.held(scriptId))
