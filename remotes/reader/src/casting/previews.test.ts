import { expect, it, vi } from 'vitest'
import { createAudioFocus } from '../player/audio-focus.ts'
import { createRequestQueue } from '../player/request-queue.ts'
import { createFakeClock } from '../player/testing/fake-clock.ts'
import { createFakeOutput } from '../player/testing/fake-output.ts'
import { createPreviews, type PreviewRequest } from './previews.ts'

const LENGTH = 2_000

/** Previews on fake sound; a fetch takes `takes` milliseconds and fails for the voice `broken`. */
function stage(takes = 100) {
  const clock = createFakeClock()
  const output = createFakeOutput(clock, () => LENGTH)
  const focus = createAudioFocus()
  const asked: string[] = []
  const fetch = ({ voiceId }: PreviewRequest, signal: AbortSignal) =>
    new Promise<ArrayBuffer>((resolve, reject) => {
      asked.push(voiceId)
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      clock.setTimeout(() => {
        if (voiceId === 'broken') reject(new Error('no such voice'))
        else resolve(new TextEncoder().encode(voiceId).buffer)
      }, takes)
    })
  const previews = createPreviews({ clock, output, focus, queue: createRequestQueue(5), fetch })
  return { clock, output, focus, asked, previews, state: () => previews.getSnapshot() }
}
const request = (voiceId: string) => ({ id: `MIRA:${voiceId}`, voiceId })

it('SPEC §4 loads, sounds, and is fully reset at its end', async () => {
  const { clock, output, previews, state } = stage()
  previews.toggle(request('ava'))
  expect(state()).toEqual({ id: 'MIRA:ava', state: 'loading' })
  await clock.advance(100)
  expect(state()).toEqual({ id: 'MIRA:ava', state: 'playing' })
  expect(output.audible()).toEqual(['ava'])
  await clock.advance(LENGTH)
  expect(state()).toEqual({ id: null, state: 'silent' })
  expect(clock.pendingTimers()).toBe(0)
})

it('SPEC §4 toggling the same preview stops it, while it loads and while it sounds', async () => {
  const { clock, output, previews, state } = stage()
  previews.toggle(request('ava'))
  await clock.advance(50)
  previews.toggle(request('ava'))
  expect(state().state).toBe('silent')
  await clock.advance(LENGTH)
  expect(output.started).toEqual([])

  previews.toggle(request('ava'))
  await clock.advance(500)
  previews.toggle(request('ava'))
  expect(output.audible()).toEqual([])
  expect(state().state).toBe('silent')
})

it('RULINGS a preview asked for while another is loading is ignored; while one plays it replaces it', async () => {
  const { clock, output, asked, previews } = stage()
  previews.toggle(request('ava'))
  previews.toggle(request('max'))
  await clock.advance(100)
  expect(asked).toEqual(['ava'])
  previews.toggle(request('max'))
  await clock.advance(100)
  expect(output.audible()).toEqual(['max'])
})

it('SPEC §4 only one audio at a time: whoever takes the floor silences the preview, and it silences the other', async () => {
  const { clock, output, focus, previews, state } = stage()
  const player = { release: vi.fn<() => void>() }
  focus.take(player)
  previews.toggle(request('ava'))
  expect(player.release).toHaveBeenCalledOnce()
  await clock.advance(100)
  focus.take(player)
  expect(output.audible()).toEqual([])
  expect(state().state).toBe('silent')
})

it('SPEC §8 a preview that fails is silent, and the next one plays', async () => {
  const { clock, output, previews, state } = stage()
  previews.toggle(request('broken'))
  await clock.advance(100)
  expect(state().state).toBe('silent')
  output.blocked = true
  previews.toggle(request('ava'))
  await clock.advance(200)
  expect(state().state).toBe('silent')
  output.blocked = false
  previews.toggle(request('ava'))
  await clock.advance(100)
  expect(state().state).toBe('playing')
})

it('SPEC §9 a preview is given up after 25 s', async () => {
  const { clock, previews, state } = stage(60_000)
  previews.toggle(request('ava'))
  await clock.advance(24_999)
  expect(state().state).toBe('loading')
  await clock.advance(1)
  expect(state().state).toBe('silent')
})
