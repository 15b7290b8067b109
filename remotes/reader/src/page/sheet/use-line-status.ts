import type { Line } from '@andscene/contracts/script'
import { voiceForLine } from '@andscene/screenplay/voices'
import { useSyncExternalStore } from 'react'
import { localClips } from '../../player/clips/local-clips.ts'
import { cacheStatus, type CacheStatus } from './line-status.ts'
import { useOpenScript } from '../open-script.ts'

/** The voice that speaks a line, and where its clip is; drawn again only when that changes. */
export function useLineStatus(line: Line): { voiceName: string | undefined; status: CacheStatus } {
  const { script, playback, casting, isVoice, voiceNames } = useOpenScript()
  const voiceId = voiceForLine(line, casting, isVoice)
  const server = useSyncExternalStore(playback.clips.subscribe, () => playback.clips.get(line._id))
  const localMs = useSyncExternalStore(localClips.subscribe, () =>
    voiceId === undefined ? null : localClips.duration({ scriptId: script._id, lineId: line._id, voiceId }),
  )
  return {
    voiceName: voiceId === undefined ? undefined : (voiceNames?.get(voiceId) ?? '…'),
    status: cacheStatus({ voiceId, localMs, server }),
  }
}
