import { may } from '@andscene/contracts/sharing/may'
import { beginOf } from '@andscene/web-kit/begin'
import { preferencesQuery } from '@andscene/web-kit/preferences-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isReadAloud } from '../player/engine/reading.ts'
import { lastLine, readLocalLine, untoldLine } from '../player/device/progress-store.ts'
import { soundSystem } from '../player/output/sound-system.ts'
import type { Playback } from '../player/playback.ts'
import type { OpenScript } from './open-script.ts'
import { progressQuery } from './script-query.ts'
import { assignDialog } from './voices/voice-dialogs.tsx'

/** Goes to the user's last line, of this device or another. True once it is known, or cannot be loaded. */
export function useLastLine({ scriptId, player, tellLastLine }: Playback): boolean {
  // Data of an earlier visit may be old: the user may have listened on another device since.
  const { data, isFetching } = useQuery(progressQuery(scriptId))
  useEffect(() => {
    if (isFetching) return
    const local = readLocalLine(scriptId)
    player.restore(lastLine(local, data))
    // Kept while the server was unavailable: other devices need it, too.
    const untold = data && untoldLine(local, data)
    if (untold !== undefined && player.getSnapshot().state === 'idle') tellLastLine(untold)
  }, [scriptId, player, tellLastLine, data, isFetching])
  return !isFetching
}

/** Does what the link that led here asks for, once: plays where the listener stopped, or opens the casting. */
export function useBegin({ player, lines, skippedLineTypes, role }: OpenScript, isReady: boolean): void {
  const navigate = useNavigate()
  // The kinds of lines that are read decide where to begin; a backend that cannot tell is not waited for.
  const { isPending, failureCount } = useQuery(preferencesQuery())
  const isKnown = isReady && (!isPending || failureCount > 0)
  const { state, pathname, search, hash } = useLocation()
  const begin = beginOf(state)
  const mayCast = may(role, 'cast')
  const done = useEffectEvent(() =>
    // Or it would be done again on a reload, and on the way back to this page.
    navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true }),
  )
  const play = useEffectEvent(async () => {
    const { state: before, line } = player.getSnapshot()
    if (before !== 'idle') return
    // Opened without a gesture on this page, the browser may forbid sound: then it waits for Play, as ever.
    const isAllowed = await soundSystem.output.unlock().then(
      () => true,
      () => false,
    )
    if (!isAllowed || player.getSnapshot().state !== 'idle') return
    // A user who heard it to the end starts again.
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
