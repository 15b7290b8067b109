import { figuresOf, type Figures } from '@andscene/screenplay/figures/figures-of'
import { scriptFacts } from '@andscene/screenplay/figures/script-facts'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ClipBook } from '../player/clips/clip-book.ts'
import { useOpenScript, type OpenScript } from '../page/open-script.ts'
import { spokenLine } from '../page/transport/times/spoken-line.ts'
import { useFreshClips } from './use-fresh-clips.ts'

/** Clips that arrive one by one are shown together. Milliseconds. */
const REDRAW_MS = 2_000

/** Returns the version of the clips, which changes at most every two seconds. */
function useClipsVersion(clips: ClipBook): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const unsubscribe = clips.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined
          listener()
        }, REDRAW_MS)
      })
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    },
    [clips],
  )
  return useSyncExternalStore(subscribe, clips.version)
}

/** The usual speeds of voices, by id. */
export function useSpeeds(): (voiceId: string) => number | undefined {
  const { data: voices } = useQuery({ ...voicesQuery(), select: voicesOf })
  return useMemo(() => {
    const speeds = new Map(voices?.map(({ voiceId, wordsPerMinute }) => [voiceId, wordsPerMinute]))
    return (voiceId) => speeds.get(voiceId) || undefined
  }, [voices])
}

/**
 * Returns the server's clip of a line. The book has only those that this listener hears, but the figures are of the whole
 * read, with directions inside speeches.
 */
const clipOf = (clips: ClipBook, { _id, audioCache }: OpenScript['lines'][number]) =>
  clips.get(_id) ?? (audioCache?.readsDirections === undefined ? undefined : audioCache)

/** Returns the figures of the open script, and keeps them up to date while its audio is generated. */
export function useFigures(): Figures {
  const { lines, map, casting, isVoice, playback } = useOpenScript()
  const { clips } = playback
  const wordsPerMinute = useSpeeds()
  const facts = useMemo(() => scriptFacts(lines, map), [lines, map])
  const version = useClipsVersion(clips)
  const figures = useMemo(
    () =>
      figuresOf(facts, {
        spoken: (index) => spokenLine(lines[index]!, clipOf(clips, lines[index]!), { casting, isVoice }),
        wordsPerMinute,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the clips change with their version
    [facts, lines, casting, isVoice, clips, version, wordsPerMinute],
  )
  useFreshClips(figures.unmade > 0)
  return figures
}
