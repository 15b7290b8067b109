import '@andscene/web-kit/testing/jsdom'
import { isHeld } from '@andscene/web-kit/safe-moment'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lineAt, SAMPLE, SAMPLE_MS, shareHeard } from './sample.ts'
import { ScriptSheet } from './script-sheet.tsx'

/** A media element that the test controls. */
class FakeAudio extends EventTarget {
  static readonly made: FakeAudio[] = []
  readonly address: string
  currentTime = 0
  paused = true
  playing = Promise.withResolvers<void>()

  constructor(address: string) {
    super()
    this.address = address
    FakeAudio.made.push(this)
  }

  play() {
    this.paused = false
    return this.playing.promise
  }

  pause() {
    if (this.paused) return
    this.paused = true
    this.tell('pause')
  }

  tell(name: string) {
    act(() => void this.dispatchEvent(new Event(name)))
  }

  /** Plays at `ms` of the recording. */
  at(ms: number) {
    this.currentTime = ms / 1_000
    this.tell('timeupdate')
  }
}

beforeEach(() => {
  FakeAudio.made.length = 0
  vi.stubGlobal('Audio', FakeAudio)
})
afterEach(cleanup)

const audio = () => FakeAudio.made.at(-1)!
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const current = () => document.querySelector('[data-current]')?.textContent ?? null
const begin = () => {
  press('Hear it')
  audio().tell('playing')
}

describe('product §1 the sample in the hero', () => {
  test('is loaded when the page opens, and played from there', () => {
    render(<ScriptSheet />)
    expect(FakeAudio.made).toMatchObject([
      { address: expect.stringMatching(/hear-it.*\.mp3$/), paused: true },
    ])
    press('Hear it')
    expect(FakeAudio.made).toMatchObject([{ paused: false }])
  })

  test.each([
    ['the pointer is on its button', () => fireEvent.pointerEnter(screen.getByRole('button'))],
    ['its button has the focus', () => act(() => screen.getByRole('button').focus())],
    ['it is pressed', () => press('Hear it')],
  ])('for a user who saves data, is loaded when %s', (_, happen) => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    render(<ScriptSheet />)
    expect(FakeAudio.made).toEqual([])
    happen()
    expect(FakeAudio.made).toHaveLength(1)
  })

  test('loading ahead fails without a message, and a press loads again', () => {
    render(<ScriptSheet />)
    audio().tell('error')
    expect(screen.queryByRole('alert')).toBeNull()
    begin()
    expect(FakeAudio.made).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  test('product §14 offers no new version while it loads or plays', () => {
    render(<ScriptSheet />)
    expect([current(), isHeld()]).toEqual([null, false])
    press('Hear it')
    expect(isHeld()).toBe(true)
    audio().tell('playing')
    expect(isHeld()).toBe(true)
    press('Pause')
    expect(isHeld()).toBe(false)
  })

  test('pauses and continues at the same position', () => {
    render(<ScriptSheet />)
    begin()
    audio().at(4_000)
    const line = current()
    press('Pause')
    expect(current()).toBe(line)
    press('Continue')
    expect(FakeAudio.made).toHaveLength(1)
    expect(audio().paused).toBe(false)
  })

  test('shows an error when the browser rejects playback, but not for a pause before the start', async () => {
    render(<ScriptSheet />)
    press('Hear it')
    press('Pause')
    await act(async () => audio().playing.reject(new DOMException('paused', 'AbortError')))
    expect(screen.queryByRole('alert')).toBeNull()
    audio().playing = Promise.withResolvers()
    press('Continue')
    await act(async () => audio().playing.reject(new DOMException('no', 'NotAllowedError')))
    expect(screen.getByRole('alert')).toBeTruthy()
  })

  test('reports a missing file, and loads it again on the next click', async () => {
    render(<ScriptSheet />)
    press('Hear it')
    audio().tell('error')
    await act(async () => audio().playing.reject(new DOMException('no', 'NotSupportedError')))
    expect(screen.getByRole('alert').textContent).toBe('The sample could not be played. Please try again.')
    press('Hear it')
    expect([FakeAudio.made.length, screen.queryByRole('alert')]).toEqual([2, null])
  })

  test('stops when the page closes', () => {
    const { unmount } = render(<ScriptSheet />)
    begin()
    unmount()
    expect(audio().paused).toBe(true)
  })
})

test('the lines of the sample are in order and end within the recording', () => {
  const soundings = SAMPLE.flatMap(({ sounding }) => sounding ?? [])
  expect(soundings.flatMap(({ from, to }) => [from, to])).toEqual(
    soundings.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a - b),
  )
  expect(soundings.at(-1)!.to).toBeLessThan(SAMPLE_MS)
  expect(lineAt(0)).toBeUndefined()
  expect(lineAt(SAMPLE_MS)).toBe(SAMPLE.length - 1)
  const [first] = soundings
  expect(
    [first!.from - 1, (first!.from + first!.to) / 2, first!.to + 1].map((ms) => shareHeard(first!, ms)),
  ).toEqual([0, 0.5, 1])
})
