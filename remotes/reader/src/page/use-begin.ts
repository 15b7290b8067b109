import { beginOf } from '@andscene/web-kit/begin'
import { preferencesQuery } from '@andscene/web-kit/preferences-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isReadAloud } from '../player/engine/reading.ts'
import { lastLine, readLocalLine, untoldLine } from '../player/device/progress-store.ts'
import { soundSystem } from '../player/output/sound-system.ts'
import type { Playback } from '../player/playback.ts'
import { mayCastIn, type OpenScript } from './open-script.ts'
import { progressQuery } from './script-query.ts'
import { assignDialog } from './voices/voice-dialogs.tsx'

/** Lines of an older release, and of a backend of one, are of the first draft. */
const draftOf = (record: { draft?: number } | null) => record?.draft ?? 1

/** Moves to the user's last line on any device. Returns true once it is loaded or has failed to load. */
export function useLastLine(
  { scriptId, player, progress, ofDraft }: Playback,
  draft: number | undefined,
): boolean {
  // Cached data may be outdated: the user may have listened on another device.
  const { data, dataUpdatedAt, isFetching } = useQuery(progressQuery(scriptId, draft))
  useEffect(() => {
    if (isFetching) return
    const local = readLocalLine(scriptId)
    const stored = data && { ...data, receivedAt: dataUpdatedAt }
    const now = Date.now()
    // The server finds the line of another draft in this one.
    const own = draftOf(local) === draftOf(ofDraft()) ? local : null
    player.restore(lastLine(own, stored, now))
    progress.see(data?.lastUpdated)
    // Stored while the server was unavailable: other devices need it.
    const untold = stored && untoldLine(local, stored, now)
    if (untold && player.getSnapshot().state === 'idle') progress.tell(untold)
  }, [scriptId, player, progress, ofDraft, data, dataUpdatedAt, isFetching])
  return !isFetching
}

/** Runs the action of the link that opened the page, once: plays from the last position, or opens the casting. */
export function useBegin(open: OpenScript, isReady: boolean): void {
  const { player, lines, skippedLineTypes } = open
  const navigate = useNavigate()
  // The preferences decide which line to start with; if they fail to load, do not wait for them.
  const { isPending, failureCount } = useQuery(preferencesQuery())
  const isKnown = isReady && (!isPending || failureCount > 0)
  const { state, pathname, search, hash } = useLocation()
  const begin = beginOf(state)
  const mayCast = mayCastIn(open)
  const done = useEffectEvent(() =>
    // Removes the action, or a reload or going back would repeat it.
    navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true }),
  )
  const play = useEffectEvent(async () => {
    const { state: before, line } = player.getSnapshot()
    if (before !== 'idle') return
    // Without a gesture on this page, the browser may block sound: then the page waits for Play.
    const isAllowed = await soundSystem.output.unlock().then(
      () => true,
      () => false,
    )
    if (!isAllowed || player.getSnapshot().state !== 'idle') return
    // After the last line, start again.
    if (line >= 0 && !lines.slice(line + 1).some((next) => isReadAloud(next, skippedLineTypes)))
      player.goToLine(0)
    player.play()
  })
  useEffect(() => {
    if (begin === undefined || (begin === 'play' && !isKnown)) return
    if (begin === 'play') void play()
    else if (mayCast) assignDialog.open()
    void done()
  }, [begin, isKnown, mayCast])
}
