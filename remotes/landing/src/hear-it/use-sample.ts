import { useHold } from '@andscene/web-kit/safe-moment'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { lineAt, SAMPLE, SAMPLE_ADDRESS, shareHeard } from './sample.ts'

/** `rest`: not started, or finished. */
export type SampleState = 'rest' | 'loading' | 'playing' | 'paused' | 'failed'

/** The custom property of the current line's element: the share of it that was played. */
export const HEARD = '--heard'

/** The user asks sites to load less; not available in Safari and Firefox. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/**
 * Plays the recorded sample. It is loaded when the page opens; for users who save data, with `prepare` or the first
 * `toggle`. Stops on unmount.
 */
export function useSample() {
  const [state, setState] = useState<SampleState>('rest')
  const [seconds, setSeconds] = useState(0)
  const [current, setCurrent] = useState<number>()
  const audio = useRef<HTMLAudioElement>(undefined)
  const line = useRef<HTMLElement>(null)
  useHold(state === 'loading' || state === 'playing')

  const shown = useRef<number>(undefined)

  /** Shows the line at `ms`; its progress is set without a render, in each animation frame. */
  const show = useCallback((ms: number) => {
    const index = lineAt(ms)
    const sounding = index === undefined ? undefined : SAMPLE[index]?.sounding
    if (index !== shown.current) line.current?.style.removeProperty(HEARD)
    else if (sounding) line.current?.style.setProperty(HEARD, String(shareHeard(sounding, ms)))
    shown.current = index
    setCurrent(index)
    setSeconds(Math.floor(Math.max(0, ms) / 1_000))
  }, [])

  useEffect(() => {
    if (state !== 'playing') return
    let frame = requestAnimationFrame(function next() {
      show((audio.current?.currentTime ?? 0) * 1_000)
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [state, show])

  useEffect(
    () => () => {
      if (audio.current?.paused === false) audio.current.pause()
      audio.current = undefined
    },
    [],
  )

  const open = (): HTMLAudioElement => {
    const element = new Audio(SAMPLE_ADDRESS)
    element.preload = 'auto'
    const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
      element.addEventListener(name, () => {
        if (audio.current === element) listener()
      })
    on('playing', () => setState('playing'))
    on('waiting', () => setState('loading'))
    on('timeupdate', () => show(element.currentTime * 1_000))
    on('pause', () => setState('paused'))
    on('ended', () => {
      setState('rest')
      show(-1)
    })
    on('error', fail)
    audio.current = element
    return element
  }

  const fail = () => {
    audio.current = undefined
    // Loading ahead may fail silently: a press loads it again.
    setState((before) => (before === 'rest' ? before : 'failed'))
    show(-1)
  }

  /** Loads the recording, so that it plays soon after a press. */
  const prepare = () => void (audio.current ??= open())
  // After the first paint: the recording must not delay it.
  const prepareAhead = useEffectEvent(() => savesData() || prepare())
  useEffect(() => void prepareAhead(), [])

  const toggle = () => {
    const element = audio.current ?? open()
    if (!element.paused) return element.pause()
    setState('loading')
    element.play().catch((error: unknown) => {
      // Paused before it started.
      if (error instanceof Error && error.name === 'AbortError') return
      if (audio.current === element) fail()
    })
  }

  return { state, seconds, current, line, toggle, prepare }
}
