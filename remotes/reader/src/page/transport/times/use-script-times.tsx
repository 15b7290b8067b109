import type { Line } from '@andscene/contracts/script'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import type { Player } from '../../../player/engine/player.ts'
import { useOpenScript } from '../../open-script.ts'
import { drawWithSound, progressOf } from '../../sheet/use-progress-fill.ts'
import { createScriptTimes, type ScriptTimes } from './script-times.ts'
import { spokenLine } from './spoken-line.ts'

const ScriptTimesContext = createContext<ScriptTimes | null>(null)

export function ScriptTimesProvider({ children }: { children: ReactNode }) {
  return <ScriptTimesContext value={useMeasuredTimes()}>{children}</ScriptTimesContext>
}

function useMeasuredTimes(): ScriptTimes {
  const { lines, casting, isVoice, skippedLineTypes, playback, isSettled } = useOpenScript()
  const { clips } = playback
  const { data: voices } = useQuery({ ...voicesQuery(), select: voicesOf, enabled: isSettled })
  const { times, made } = useMemo(() => {
    const speeds = new Map(voices?.map((voice) => [voice.voiceId, voice.wordsPerMinute]))
    const spoken = (line: Line) => spokenLine(line, clips.get(line._id), { casting, isVoice })
    const measured = createScriptTimes({
      lines,
      skippedLineTypes,
      clipMs(line) {
        const { clipMs, pace } = spoken(line)
        return clipMs === undefined ? undefined : clipMs / pace
      },
      wordsPerMinute(line) {
        const { voiceId = '', pace } = spoken(line)
        const speed = speeds.get(voiceId)
        return speed ? speed * pace : undefined
      },
    })
    return { times: measured, made: clips.version() }
  }, [lines, casting, isVoice, skippedLineTypes, clips, voices])
  useEffect(() => {
    // Includes clips that arrived since the times were created; usually there are none.
    if (clips.version() !== made) times.refresh()
    return clips.subscribe(times.refresh)
  }, [times, made, clips])
  return times
}

/** Returns the times of the open script, without a render when they change. */
export function useQuietTimes(): ScriptTimes {
  const times = use(ScriptTimesContext)
  if (!times) throw new Error('useQuietTimes needs the script page above it')
  return times
}

export function useScriptTimes(): ScriptTimes {
  const times = useQuietTimes()
  useSyncExternalStore(times.subscribe, times.version)
  return times
}

/** Returns the elapsed time in the script, in milliseconds at the current speed. */
export function elapsedMs(times: ScriptTimes, player: Player): number {
  const { line, rate, isAtEnd } = player.getSnapshot()
  if (isAtEnd) return times.totalMs(rate)
  const at = player.position()
  const current = Math.max(at?.line ?? line, 0)
  return times.startMs(current, rate) + progressOf(player) * times.lengthMs(current, rate)
}

/** Calls `draw` with the elapsed and total time: repeatedly during playback, otherwise on change. */
export function useElapsed(player: Player, draw: (elapsedMs: number, totalMs: number) => void): void {
  const times = useQuietTimes()
  useEffect(() => {
    let end: (() => void) | undefined
    const write = () => {
      const { rate } = player.getSnapshot()
      const total = times.totalMs(rate)
      draw(Math.min(elapsedMs(times, player), total), total)
    }
    const follow = () => {
      end?.()
      write()
      end = player.getSnapshot().state === 'playing' ? drawWithSound(write) : undefined
    }
    follow()
    const leave = [player.subscribe(follow), times.subscribe(follow)]
    return () => {
      end?.()
      for (const unsubscribe of leave) unsubscribe()
    }
  }, [times, player, draw])
}
