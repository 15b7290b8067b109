import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { soundSystem } from '../../player/output/sound-system.ts'
import { playChanges, type HearSource } from './hearing.ts'

/** Plays the changes once if the link that opened the page requests it: Play Changes after the upload of a draft. */
export function useBeginChanges(source: HearSource | undefined): void {
  const navigate = useNavigate()
  const { state, pathname, search, hash } = useLocation()
  const isWanted = (state as { begin?: unknown } | null)?.begin === 'changes'
  const play = useEffectEvent(async (wanted: HearSource) => {
    // Removes the action, or a reload or going back would repeat it.
    void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true })
    // Without a gesture on this page, the browser may block sound: then the page waits for Play Changes.
    const isAllowed = await soundSystem.output.unlock().then(
      () => true,
      () => false,
    )
    if (isAllowed) playChanges(wanted)
  })
  useEffect(() => {
    if (isWanted && source) void play(source)
  }, [isWanted, source])
}
