import type { Melody } from '@andscene/contracts/voices/melody'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Trial } from '../trials.ts'
import { LikeThis } from './like-this.tsx'
import { lineMelody } from './line-melody.ts'
import { MicrophoneError, record } from './recorder.ts'

vi.mock('./recorder.ts', async (original) => ({
  ...(await original<typeof import('./recorder.ts')>()),
  record: vi.fn<typeof record>(),
}))
vi.mock('./line-melody.ts', () => ({ lineMelody: vi.fn<typeof lineMelody>() }))

const MELODY: Melody = [{ at: 0, length: 5, ms: 400, pauseMs: 0, semitones: [0, 1, 2] }]
const TRIAL: Trial = { scriptId: 's', lineId: 'l', voiceId: 'v', text: 'Hello', delivery: {} }

/** What the microphone and the comparison return, when the test decides. */
function microphone() {
  const opened = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<ArrayBuffer>()
  const compared = Promise.withResolvers<Melody>()
  const discard = vi.fn<() => void>()
  vi.mocked(record).mockImplementation(async () => {
    await opened.promise
    const stop = () => recorded.resolve(new ArrayBuffer(1))
    return { level: () => 0.5, stop, discard, recorded: recorded.promise }
  })
  vi.mocked(lineMelody).mockReturnValue(compared.promise)
  return { opened, compared, discard }
}

const onMelody = vi.fn<(melody: Melody | undefined) => void>()
const onStart = vi.fn<() => void>()
const shown = (props: { trial?: Trial | undefined; isFollowing?: boolean } = {}) =>
  render(<LikeThis trial={TRIAL} isFollowing={false} onStart={onStart} onMelody={onMelody} {...props} />)
const button = (name: string) => screen.findByRole('button', { name })
const isFocused = async (name: string) => document.activeElement === (await button(name))

beforeEach(() => vi.resetAllMocks())
afterEach(cleanup)

describe('product §5 say it like this', () => {
  test('one button records, stops and waits, and keeps the focus all along', async () => {
    const { opened, compared } = microphone()
    shown()
    ;(await button('Say it like this…')).focus()
    await userEvent.keyboard('{Enter}')
    expect(await isFocused('Waiting for the microphone…')).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(record).toHaveBeenCalledOnce()
    opened.resolve()
    expect(await isFocused('Stop recording')).toBe(true)
    expect(screen.getByRole('meter', { name: 'Level' })).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    expect(await isFocused('Reading…')).toBe(true)
    expect(onMelody).not.toHaveBeenCalled()
    compared.resolve(MELODY)
    expect(await isFocused('Say it like this…')).toBe(true)
    expect(onMelody).toHaveBeenCalledExactlyOnceWith(MELODY)
    expect(onStart).toHaveBeenCalledOnce()
  })

  test('a microphone that fails says what to do, and the button keeps the focus', async () => {
    vi.mocked(record).mockRejectedValue(new MicrophoneError('No microphone was found.'))
    shown()
    await userEvent.click(await button('Say it like this…'))
    expect(screen.getByRole('status').textContent).toBe('No microphone was found.')
    expect(await isFocused('Say it like this…')).toBe(true)
  })

  test('a recording is discarded if the dialog closes, also while the browser asks for the microphone', async () => {
    const { opened, discard } = microphone()
    const { unmount } = shown()
    await userEvent.click(await button('Say it like this…'))
    unmount()
    opened.resolve()
    await vi.waitFor(() => expect(discard).toHaveBeenCalledOnce())

    const other = microphone()
    other.opened.resolve()
    const again = shown()
    await userEvent.click(await button('Say it like this…'))
    await button('Stop recording')
    again.unmount()
    expect(other.discard).toHaveBeenCalledOnce()
    expect(lineMelody).not.toHaveBeenCalled()
  })

  test('Remove recording takes it out of the delivery', async () => {
    shown({ isFollowing: true })
    expect(screen.getByRole('status').textContent).toBe(
      'The voice follows the timing and melody of your recording.',
    )
    await userEvent.click(await button('Remove recording'))
    expect(onMelody).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(await isFocused('Say it like this…')).toBe(true)
  })

  test('a voice that cannot follow shows a message, and nothing is recorded', async () => {
    shown({ trial: undefined })
    expect(await button('Say it like this…')).toHaveProperty('disabled', true)
    expect(screen.getByRole('status').textContent).toBe(
      'Only natural voices can follow a recording. Assign one to record this line.',
    )
  })
})
