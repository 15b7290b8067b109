import { readCasting, readScript } from '@andscene/contracts/routes/scripts'
import { followScript } from '@andscene/contracts/routes/notes'
import { call, openEvents, isGuest } from '@andscene/web-kit/api-client'
import { useEffect, useEffectEvent, useState } from 'react'
import { isActive } from '../player/engine/state.ts'
import { playbacks } from '../player/playbacks.ts'
import type { Clock } from '../player/ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import type { ScriptEvent } from './read-events.ts'
import { followEvents, type FeedPage } from './script-feed.ts'
import { castingKey, recastKey, removeKey } from '@andscene/web-kit/storage-keys'
import { localClips } from '../player/clips/local-clips.ts'
import { forgetLocalLine } from '../player/device/progress-store.ts'

const clock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (id) => window.clearTimeout(id),
}

/** One in this many polls also requests role and title, which costs more. */
const ROLE_EVERY = 15

export type OpenFeed = Pick<Emitter<[event: ScriptEvent]>, 'subscribe'>

/** Follows the page's script while it is shown; calls `onEvent` before the subscribers. */
export function useScriptFeed(scriptId: string, onEvent: (event: ScriptEvent) => void): OpenFeed {
  const [relay] = useState(() => new Emitter<[event: ScriptEvent]>())
  const tell = useEffectEvent((event: ScriptEvent) => {
    onEvent(event)
    relay.emit(event)
  })
  useEffect(
    () =>
      followEvents({
        open: async (signal) => {
          const { createParser } = await import('eventsource-parser')
          return {
            createParser,
            response: await openEvents(followScript, { params: { id: scriptId }, signal }),
          }
        },
        check: checkOf(scriptId),
        onEvent: (event) => tell(event),
        clock,
        random: Math.random,
        page: pageOf(scriptId),
      }),
    [scriptId],
  )
  return relay
}

function checkOf(scriptId: string) {
  const params = { id: scriptId }
  let asked = 0
  return async (signal: AbortSignal): Promise<ScriptEvent[]> => {
    asked += 1
    if (asked % ROLE_EVERY === 0) {
      const { role, title, draft } = (await call(readScript, { params, signal })).data.script
      return [
        ...(role ? [{ type: 'role' as const, role }] : []),
        { type: 'title', title },
        ...(draft ? [{ type: 'draft' as const, number: draft.number }] : []),
      ]
    }
    const { version } = await call(readCasting, { params, signal })
    return version === undefined ? [] : [{ type: 'casting', version }]
  }
}

const pageOf = (scriptId: string): FeedPage => ({
  isHidden: () => document.visibilityState === 'hidden',
  isHeard: () => {
    const player = playbacks.get(scriptId)?.player
    return player !== undefined && isActive(player.getSnapshot())
  },
  onOnline: (listener) => watch(globalThis, 'online', listener),
  onVisibility: (listener) => watch(document, 'visibilitychange', listener),
})

function watch(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}

/** Removes the data on this device of a script that the user can no longer open. */
export async function forgetScript(scriptId: string): Promise<void> {
  forgetLocalLine(scriptId)
  if (isGuest()) return
  for (const key of [castingKey, recastKey]) removeKey(key(scriptId))
  await localClips.removeScript(scriptId)
}
