import { useHold } from '@andscene/web-kit/safe-moment'
import { useCallback, useEffect, useRef, useState } from 'react'
import { lineAt, SAMPLE, SAMPLE_ADDRESS, shareHeard } from './sample.ts'

/** `rest`: not started, or finished. */
export type SampleState = 'rest' | 'loading' | 'playing' | 'paused' | 'failed'

/** The custom property of the current line's element: the share of it that was played. */
export const HEARD = '--heard'

/** Plays the recorded sample. It is loaded with the first `toggle` and stops on unmount. */
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
      audio.current?.pause()
      audio.current = undefined
    },
    [],
  )

  const open = (): HTMLAudioElement => {
    const element = new Audio(SAMPLE_ADDRESS)
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
    setState('failed')
    show(-1)
  }

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

  return { state, seconds, current, line, toggle }
}
