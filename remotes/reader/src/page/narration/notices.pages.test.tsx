import { failed } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, act, fireEvent } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi, afterEach, describe } from 'vitest'
import { playbacks } from '../../player/playbacks.ts'
import { narrationQuery, retryPollMs } from '../script-query.ts'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { API, server, setUpReader } from '../../testing/reader-page.tsx'
import { lineButton, mark, openPage, untilItHolds, row, header, heard } from '../../testing/opened-page.ts'
import userEvent from '@testing-library/user-event'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

/** The current outage, or null; and the requests during it. */
let fault: (() => Response) | null
let requests: string[]

const offline = () => HttpResponse.error()
/** The gateway's response for a service that has stopped. */
const serviceUnavailable = () =>
  failed('AWAY', 'This part of And Scene is unavailable right now.', { 'retry-after': '2' })

beforeEach(() => {
  fault = null
  requests = []
  server.use(
    http.all(`${API}/*`, ({ request }) => {
      requests.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`)
      return fault?.()
    }),
  )
})

const browserSays = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
const heardTexts = () => output.heard().map(({ text }) => text)

const until = (isTrue: () => unknown) => untilItHolds(() => expect(isTrue()).toBeTruthy())

test('product §4 while a service is unavailable, the line is held and resumes automatically', async () => {
  browserSays(true)
  await openPage()
  fault = serviceUnavailable
  await userEvent.click(lineButton(12))
  await until(() => screen.queryByText('And Scene is not responding. Paused at line 13.'))
  expect(mark()).toMatchObject({ state: 'paused', line: '12' })
  expect(output.started).toEqual([])
  // Opening and closing a search keeps the line held.
  await find('kettle{Escape}')
  expect(screen.getByRole('alert')).toBeTruthy()
  fault = null
  await until(() => heardTexts().includes('Wave number 0.'))
  expect(screen.queryByRole('alert')).toBeNull()
  // The last line could not be sent during the outage.
  await until(() => requests.includes('PUT progress'))
})

test('Retry repeats the request; Stay paused stops retrying; both focus the line', async () => {
  browserSays(false)
  await openPage()
  fault = offline
  await userEvent.click(lineButton(12))
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(document.activeElement).toBe(lineButton(12)))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay paused' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(lineButton(12)))
  fault = null
  dispatchEvent(new Event('online'))
  await clock.advance(60_000)
  expect(output.started).toEqual([])
})

test('product §4 during an outage, background requests are rejected unsent and urgent ones are sent', async () => {
  browserSays(false)
  const { client } = await openPage()
  fault = offline
  await userEvent.click(lineButton(12))
  await screen.findByRole('button', { name: 'Retry' })
  requests = []
  const { checkClips } = playbacks.get('script1')!
  const readiness = client.fetchQuery({ ...narrationQuery('script1'), staleTime: 0 })
  await expect(readiness).rejects.toThrow(/^Network error/)
  await expect(checkClips(0, 20)).rejects.toThrow(/^Network error/)
  expect(requests).toEqual([])
  // Requested by the user, so urgent.
  await expect(checkClips(0, 20, { isUrgent: true })).rejects.toThrow(/^Network error/)
  expect(requests).toEqual(['POST check-cache'])
})

test('readiness is requested with a growing delay while it is unavailable', () => {
  expect([0, 3_000, 6_000, 12_000, 500_000].map(retryPollMs)).toEqual([3_000, 3_000, 6_000, 12_000, 30_000])
})

afterEach(() => vi.unstubAllGlobals())

const firstShown = () =>
  Number(document.querySelector<HTMLElement>('[data-line-index]')!.dataset['lineIndex'])
const back = (line: number) => screen.queryByRole('button', { name: `Back to line ${line}` })

async function playing(line: number, text: string) {
  await openPage()
  await userEvent.click(lineButton(line))
  await heard(text)
}

function wheel() {
  fireEvent.wheel(document.body, { deltaY: 400 })
  vi.stubGlobal('scrollY', scrollY + 400)
  fireEvent.scroll(window)
}

async function find(words: string) {
  await userEvent.keyboard('/')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in script' }), words)
}

test('does not scroll to the line while following is suspended; B follows again', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await playing(12, 'Wave number 0.')
  await waitFor(() => expect(scroll.mock.contexts).toContain(row(12)))
  wheel()
  await heard('Wave number 2.')
  await waitFor(() => expect(row(14).dataset['mark']).toBe('playing'))
  expect(scroll.mock.contexts).not.toContain(row(13))
  await screen.findByRole('button', { name: 'Back to line 15' })
  await userEvent.keyboard('b')
  expect(back(15)).toBeNull()
  await waitFor(() => expect(scroll.mock.contexts).toContain(row(14)))
})

describe('after a jump', () => {
  test('the new position is announced once during playback, and another move keeps the button', async () => {
    await playing(1, 'A kettle sings.')
    await userEvent.click(lineButton(12))
    const button = await screen.findByRole('button', { name: 'Back to line 2' })
    const said = screen.getByText('Now at line 13. Press B to go back to line 2.')
    await heard('Wave number 1.')
    expect(said.textContent).toBe('Now at line 13. Press B to go back to line 2.')
    act(() => button.focus())
    await userEvent.keyboard('{ArrowDown}')
    expect(said.textContent).toBe('Now at line 15. Press B to go back to line 2.')
    expect(document.activeElement).toBe(button)
  })

  test('browser shortcuts on the scene bar are left to the browser', async () => {
    await openPage()
    const bar = screen.getByRole('slider', { name: 'Scenes' })
    act(() => bar.focus())
    for (const press of [
      { key: 'ArrowLeft', altKey: true },
      { key: 'End', ctrlKey: true },
      { key: 'ArrowRight', metaKey: true },
    ])
      expect([press.key, fireEvent.keyDown(bar, press)]).toEqual([press.key, true])
    expect(mark().line).toBe('-1')
  })

  test('product §2 a message replaces the way back, and its Start again plays from the first line', async () => {
    await openPage()
    await userEvent.keyboard('{End}')
    await userEvent.click(await waitFor(() => lineButton(45)))
    await heard('Wave number 33.')
    wheel()
    expect(await screen.findByRole('button', { name: 'Back to line 46' })).toBeTruthy()
    await untilItHolds(() => expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy(), 200)
    expect(screen.queryByRole('button', { name: /^Back to line/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
    await heard('INT. KITCHEN - DAY')
    expect(screen.queryByText('The reading is complete.')).toBeNull()
  })

  test('the way back is offered for 8 s, not counting time with the focus; pressing it plays from there', async () => {
    await playing(1, 'A kettle sings.')
    await userEvent.click(lineButton(15))
    await screen.findByRole('button', { name: 'Back to line 2' })
    await clock.advance(7_900)
    expect(back(2)).toBeTruthy()
    await clock.advance(200)
    await waitFor(() => expect(back(2)).toBeNull())
    const { line } = mark()
    await userEvent.click(lineButton(1))
    const name = `Back to line ${Number(line) + 1}`
    const button = await screen.findByRole('button', { name })
    act(() => button.focus())
    await clock.advance(20_000)
    expect(screen.getByRole('button', { name })).toBe(button)
    await userEvent.keyboard('{Enter}')
    await untilItHolds(() => expect(mark()).toMatchObject({ state: 'playing', line }))
    expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

const speed = () => screen.getByRole('button', { name: /^Speed/ })

test('space plays after a speed was chosen with the pointer, also when the menu renders a new button', async () => {
  await openPage()
  await userEvent.click(speed())
  await userEvent.click(await screen.findByRole('menuitem', { name: '1×' }))
  await waitFor(() => expect(document.activeElement).toBe(speed()))
  await userEvent.keyboard(' ')
  await heard('INT. KITCHEN - DAY')
  expect(screen.queryByRole('menu')).toBeNull()
})

describe('find', () => {
  test('Esc on a match in the paused line keeps the paused position', async () => {
    await playing(1, 'A kettle sings.')
    await clock.advance(800)
    await userEvent.click(header().getByRole('button', { name: 'Pause' }))
    const { positionMs } = mark()
    await find('kettle')
    await userEvent.keyboard('{Escape}')
    expect(mark()).toMatchObject({ state: 'paused', line: '1', positionMs })
    expect(Number(positionMs)).toBeGreaterThan(500)
  })

  test('ignores keys of an input method', async () => {
    await openPage()
    await find('wave')
    const field = screen.getByRole('searchbox', { name: 'Find in script' })
    const before = firstShown()
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
    expect(screen.getByText(/^1 of/)).toBeTruthy()
    expect(firstShown()).toBe(before)
  })

  test('/ focuses the field of an open search; Esc without a match focuses its button', async () => {
    await openPage()
    await find('no such words')
    act(() => lineButton(4).focus())
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in script' }))
    await userEvent.keyboard('{Escape}')
    const button = screen.getByRole('button', { name: 'Find in script' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(mark().line).toBe('-1')
  })

  test('product §2 Esc keeps playing, returns to the current line and follows it', async () => {
    await playing(1, 'A kettle sings.')
    await find('wave number 31')
    expect(firstShown()).toBe(40)
    await userEvent.keyboard('{Escape}')
    expect(mark()).toMatchObject({ state: 'playing', line: '1' })
    expect(firstShown()).toBe(0)
    await waitFor(() => expect(document.activeElement).toBe(lineButton(1)))
    await heard('ANNA')
    expect(back(3)).toBeNull()
  })

  test('Shift+Enter plays the match; arrows move between the matches', async () => {
    await openPage()
    await find('wave number 3')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(screen.getByText('2 of 6')).toBeTruthy()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await heard('Wave number 30.')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})
