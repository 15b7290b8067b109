import { previewVoice } from '@andscene/contracts/routes/speech'
import { isHeld } from '@andscene/web-kit/safe-moment'
import { stub } from '@andscene/web-kit/testing/stub'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { server } from '../testing/page.tsx'
import { usePreview } from './use-preview.ts'

afterEach(() => vi.unstubAllGlobals())

test('product §14 offers no new version during a voice preview', async () => {
  const sound = Object.assign(new EventTarget(), { play: async () => undefined, pause: () => undefined })
  vi.stubGlobal('Audio', function FakeAudio() {
    return sound
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  server.use(stub(previewVoice, () => new Response('mp3', { headers: { 'content-type': 'audio/mpeg' } })))
  const { result } = renderHook(() => usePreview((sentence) => expect.fail(sentence)))
  expect(isHeld()).toBe(false)
  act(() => void result.current.play('local:ava'))
  expect(isHeld()).toBe(true)
  await waitFor(() => expect(result.current.state).toBe('playing'))
  expect(isHeld()).toBe(true)
  act(() => void sound.dispatchEvent(new Event('ended')))
  expect(isHeld()).toBe(false)
})
