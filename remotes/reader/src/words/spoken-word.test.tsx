import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { playbacks } from '../player/playbacks.ts'
import { clock, output } from '../testing/fake-sound-system.ts'
import { line } from '../testing/line.ts'
import { untilItHolds } from '../testing/opened-page.ts'
import { API, backend, openReader, SCRIPT, server, setUpReader } from '../testing/reader-page.tsx'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

const TEXT = 'She counts 21 red boats.'
const SPOKEN = {
  text: 'She counts twenty one red boats.',
  words: [
    { at: 0, length: 3, startMs: 100, endMs: 300 },
    { at: 4, length: 6, startMs: 300, endMs: 600 },
    { at: 11, length: 6, startMs: 600, endMs: 800 },
    { at: 18, length: 3, startMs: 800, endMs: 900 },
    { at: 22, length: 3, startMs: 1_400, endMs: 1_600 },
    { at: 26, length: 5, startMs: 1_600, endMs: 1_900 },
  ],
}
const highlights = new Map<string, Set<Range>>()
class FakeHighlight extends Set<Range> {
  constructor(...ranges: Range[]) {
    super(ranges)
  }
}
const emphasized = () => [...(highlights.get('spoken-word') ?? [])].map((range) => range.toString()).join('|')
const lineText = (index: number) =>
  document.querySelector<HTMLElement>(`[data-line-index="${index}"] [role="button"]`)!
const player = () => playbacks.get(SCRIPT._id)!.player
/** The last start of the first line. */
const started = () => output.started.findLast(({ text }) => text === TEXT)
const startsOfLine = () =>
  output.started.filter(({ text, offsetMs }) => text === TEXT && offsetMs === 0).length
const state = () => player().getSnapshot().state

/** How often the words of a clip were asked for. */
const asked = (path: string) => backend.calls.filter((call) => call === `words ${path}`).length

beforeEach(() => {
  highlights.clear()
  vi.stubGlobal('Highlight', FakeHighlight)
  vi.stubGlobal('CSS', { ...CSS, highlights })
  backend.wordTimes = SPOKEN
})
afterEach(() => vi.unstubAllGlobals())

async function play(lines = [line(0, 'Action', TEXT), line(1, 'Action', 'A door opens.')]) {
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  openReader()
  await waitFor(() => expect(lineText(0)).toBeTruthy())
  fireEvent.click(lineText(0), { detail: 1 })
  await untilItHolds(() => expect(output.audible()).toEqual([TEXT]), 10)
}
/** Plays up to a point of the line's clip. */
async function playTo(ms: number) {
  await waitFor(async () => {
    const at = player().position()?.positionMs ?? 0
    if (at < ms) await act(() => clock.advance((ms - at) / player().getSnapshot().rate))
    expect(player().position()!.positionMs).toBeGreaterThanOrEqual(ms)
  })
}
/** A press on a word, as the browser reports the text under the pointer. */
function pressWord(index: number, word: string, detail = 1) {
  const text = document.querySelector(`[data-line-index="${index}"] [data-words]`)!.firstChild!
  const caret = { offsetNode: text, offset: text.textContent!.indexOf(word) + 1 }
  Object.assign(document, { caretPositionFromPoint: () => caret })
  Range.prototype.getClientRects = () => [new DOMRect(0, 0, 100, 20)] as unknown as DOMRectList
  fireEvent.click(lineText(index), { detail, clientX: 10, clientY: 10 })
}

describe('product §2 the spoken word', () => {
  test('is emphasized while it is heard, a number for all its words; in a pause none', async () => {
    await play()
    for (const [ms, word] of [
      [400, 'counts'],
      [850, '21'],
      [1_200, ''],
      [1_700, 'boats'],
    ] as const) {
      await playTo(ms)
      await waitFor(() => expect([ms, emphasized()]).toEqual([ms, word]))
    }
  })

  test('follows the sound at another speed, and stays while paused', async () => {
    await play()
    act(() => player().setRate(2))
    await untilItHolds(() => expect(state()).toBe('playing'), 10)
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    act(() => player().pause())
    await waitFor(() => expect(state()).toBe('paused'))
    expect(emphasized()).toBe('counts')
    act(() => player().stop())
    await waitFor(() => expect(emphasized()).toBe(''))
  })

  test('stays that of the sound when another clip of the line becomes known', async () => {
    await play()
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    const { clips } = playbacks.get(SCRIPT._id)!
    const { _id } = SCRIPT.content.lines[0]!
    backend.wordTimes = { ...SPOKEN, words: SPOKEN.words.slice(0, 1) }
    act(() => clips.set(_id, { ...clips.get(_id)!, path: 'audio/another.mp3' }))
    await playTo(700)
    await waitFor(() => expect(emphasized()).toBe('21'))
    act(() => clips.set(_id, undefined))
    await playTo(1_700)
    await waitFor(() => expect(emphasized()).toBe('boats'))
  })

  test('follows the pace of the character', async () => {
    backend.casting = { ...backend.casting, characterSounds: { ANNA: { pace: 0.8 } } }
    await play([line(0, 'Dialogue', TEXT, { character: 'ANNA' }), line(1, 'Action', 'A door opens.')])
    await playTo(700)
    // "21" is heard from 750 ms on; from 600 ms at the pace of the voice.
    await waitFor(() => expect(emphasized()).toBe('counts'))
  })

  test('is known of the next line before that is heard; a line without words then is asked for again', async () => {
    const audioCache = {
      path: 'made/next.mp3',
      contentType: 'audio/mpeg',
      voiceId: 'local:claire',
      lastUpdated: '2026-11-20T12:00:00.000Z',
      durationMs: 2_000,
    }
    let failures = 1
    server.use(
      http.get(`${API}/words/*`, ({ request }) =>
        request.url.endsWith('l0.mp3') && failures-- > 0 ? HttpResponse.error() : undefined,
      ),
    )
    await play([line(0, 'Action', TEXT), line(1, 'Action', 'A door opens.', { audioCache })])
    await waitFor(() => expect(asked('next.mp3')).toBe(1))
    expect(output.audible()).toEqual([TEXT])
    expect(emphasized()).toBe('')
    act(() => player().stop())
    fireEvent.click(lineText(0), { detail: 1 })
    await untilItHolds(() => expect(output.audible()).toEqual([TEXT]), 10)
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    expect([asked('l0.mp3'), asked('next.mp3')]).toEqual([1, 1])
  })

  test('is not emphasized with the switch off, and the choice is saved for all devices', async () => {
    await play()
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    fireEvent.click(screen.getByRole('button', { name: /^Controls/ }))
    const choice = await screen.findByRole('checkbox', { name: 'Highlight words' })
    expect(choice).toHaveProperty('checked', true)
    fireEvent.click(choice)
    await waitFor(() => expect(emphasized()).toBe(''))
    await waitFor(() => expect(backend.highlightWords).toBe(false))
  })

  test.each([
    ['has no timing file', () => (backend.wordTimes = undefined)],
    [
      'cannot be asked for its words',
      () =>
        server.use(
          http.get(`${API}/words/*`, () => {
            backend.calls.push('words of an unavailable server')
            return HttpResponse.error()
          }),
        ),
    ],
    ['has words of another text', () => (backend.wordTimes = { text: '', words: SPOKEN.words })],
  ])('a clip that %s plays with the progress fill alone', async (_, prepare) => {
    prepare()
    await play()
    await playTo(400)
    await waitFor(() => expect(backend.calls.some((call) => call.startsWith('words '))).toBe(true))
    const row = document.querySelector<HTMLElement>('[data-line-index="0"]')!
    await waitFor(() => expect(row.style.getPropertyValue('--progress')).toBe('0.2000'))
    expect(emphasized()).toBe('')
    expect(state()).toBe('playing')
  })
})

describe('product §2 a click on a word of the current line', () => {
  test('plays from there, also while paused', async () => {
    await play()
    await playTo(120)
    await waitFor(() => expect(emphasized()).toBe('She'))
    pressWord(0, 'red')
    await untilItHolds(() => expect(started()).toMatchObject({ text: TEXT, offsetMs: 1_370 }), 10)
    act(() => player().pause())
    await waitFor(() => expect(state()).toBe('paused'))
    pressWord(0, 'She')
    await untilItHolds(() => expect(started()).toMatchObject({ text: TEXT, offsetMs: 70 }), 10)
  })

  test('between words, or of another line, starts the line', async () => {
    await play()
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    Object.assign(document, { caretPositionFromPoint: () => null })
    fireEvent.click(lineText(0), { detail: 1 })
    await untilItHolds(() => expect(startsOfLine()).toBe(2), 10)
    pressWord(1, 'opens')
    await untilItHolds(() => expect(output.audible()).toEqual(['A door opens.']), 10)
    expect(output.started.findLast(({ text }) => text !== TEXT)?.offsetMs).toBe(0)
  })

  test('a double-click still selects and continues where it was', async () => {
    await play()
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    pressWord(0, 'red')
    pressWord(0, 'red', 2)
    await untilItHolds(() => expect(state()).toBe('playing'), 10)
    expect(started()!.offsetMs).toBeLessThan(600)
  })

  test('keys start the line as before', async () => {
    await play()
    await playTo(400)
    await waitFor(() => expect(emphasized()).toBe('counts'))
    fireEvent.keyDown(lineText(0), { key: 'Enter' })
    await untilItHolds(() => expect(startsOfLine()).toBe(2), 10)
  })
})
