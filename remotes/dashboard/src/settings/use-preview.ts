import { previewVoice } from '@andscene/contracts/routes/speech'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { useHold } from '@andscene/web-kit/safe-moment'
import { useEffect, useRef, useState } from 'react'

type Running = { abort: AbortController; audio?: HTMLAudioElement; address?: string }

/** Plays the sample of one voice at a time; `onError` receives a message. Stops on unmount. */
export function usePreview(onError: (sentence: string) => void) {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle')
  const running = useRef<Running>(undefined)
  useHold(state !== 'idle')

  const stop = () => {
    end(running.current)
    running.current = undefined
    setState('idle')
  }
  useEffect(() => () => end(running.current), [])

  const play = async (voiceId: string) => {
    stop()
    const mine: Running = { abort: new AbortController() }
    running.current = mine
    setState('loading')
    try {
      const response = await call(previewVoice, { body: { voiceId }, signal: mine.abort.signal })
      mine.address = URL.createObjectURL(await response.blob())
      mine.audio = new Audio(mine.address)
      mine.audio.addEventListener('ended', () => running.current === mine && stop())
      await mine.audio.play()
      if (running.current === mine) setState('playing')
    } catch (error) {
      if (running.current !== mine) return
      stop()
      onError(error instanceof ApiError ? `Preview failed: ${error.message}` : 'Preview failed')
    }
  }
  return { state, play, stop }
}

function end(preview: Running | undefined): void {
  preview?.abort.abort()
  preview?.audio?.pause()
  if (preview?.address) URL.revokeObjectURL(preview.address)
}
