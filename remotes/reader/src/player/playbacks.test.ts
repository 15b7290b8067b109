import { sessionStore } from '@andscene/web-kit/identity'
import { setLoginNavigation } from '@andscene/web-kit/session'
import { expect, test, vi } from 'vitest'
import type { Playback } from './playback.ts'
import { playbacks } from './playbacks.ts'

test('product §6 the end of a session closes open scripts before it removes the stored data, once', async () => {
  setLoginNavigation(() => undefined)
  const kept = 'andscene_last_line_s1'
  const playing = {
    close: vi.fn<() => void>(() => localStorage.setItem(kept, 'of a line that has just begun')),
  }
  const release = playbacks.hold('s1', () => playing as unknown as Playback)
  await sessionStore.end().catch(() => undefined)
  expect(playing.close).toHaveBeenCalledOnce()
  expect(playbacks.get('s1')).toBeUndefined()
  expect(localStorage.getItem(kept)).toBeNull()
  release()
  await new Promise((resolve) => setTimeout(resolve))
  expect(playing.close).toHaveBeenCalledOnce()
})

const fake = () => ({ close: vi.fn<() => void>() })

test('product §16 another draft of a script gets a player of its own', async () => {
  const [first, second] = [fake(), fake()]
  const release = playbacks.hold('s1', () => first as unknown as Playback)
  release()
  const releaseNext = playbacks.hold('s1', () => second as unknown as Playback, 1)
  expect(first.close).toHaveBeenCalledOnce()
  expect(playbacks.get('s1')).toBe(second)
  releaseNext()
  await new Promise((resolve) => setTimeout(resolve))
  expect(second.close).toHaveBeenCalledOnce()
  expect(first.close).toHaveBeenCalledOnce()
})
