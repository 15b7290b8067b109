import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isSpokenBy } from '../../player/clips/clip-book.ts'
import { narrationQuery } from '../script-query.ts'
import type { OpenScript } from '../open-script.ts'

const SETTLE_MS = 400

/** Refreshes the cache chips of the page while nothing plays; during playback, the player polls (product §9). */
export function usePageClips({ playback, map, lines, casting, isVoice }: OpenScript): void {
  const { player, scriptId } = playback
  const page = useSyncExternalStore(player.subscribe, () => player.getSnapshot().page)
  const ready = useQuery(narrationQuery(scriptId)).data?.ready
  const { start, end } = map.pages[page] ?? { start: 0, end: 0 }

  useEffect(() => {
    const lacksClip = lines.slice(start, end).some((line) => {
      const voiceId = voiceForLine(line, casting, isVoice)
      const { language } = asCast(line, casting)
      return voiceId !== undefined && !isSpokenBy(playback.clips.get(line._id), voiceId, language)
    })
    if (!ready || !lacksClip) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      if (playback.player.getSnapshot().state === 'playing') return
      playback.checkClips(start, end - start, { signal: controller.signal }).catch(() => undefined)
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [playback, lines, casting, isVoice, ready, start, end])
}
