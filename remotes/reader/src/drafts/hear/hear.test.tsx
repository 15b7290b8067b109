import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { heard, lineButton, mark, row } from '../../testing/opened-page.ts'
import { backend, openReader, setUpReader } from '../../testing/reader-page.tsx'
import { serveDrafts } from '../testing/two-drafts.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()
beforeAll(() => import('../parts.ts'), 120_000)

const texts = () => output.started.map(({ text }) => (text.startsWith('RIFF') ? '~' : text))
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.body, { key, shiftKey })
const hearing = () => screen.findByTestId('hearing')
const stateNow = async () => (await hearing()).dataset['state']

async function openChanges() {
  serveDrafts()
  openReader('/scripts/script1?changes=1')
  return screen.findByRole('button', { name: 'Play Changes' })
}

/** Lets time pass until a text is shown. */
async function untilShown(text: string, ms = 200_000) {
  for (let passed = 0; passed < ms; passed += 1_000) {
    if (screen.queryByText(text)) return
    await clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve))
  }
  throw new Error(`not shown: ${text}; heard ${JSON.stringify(texts())}`)
}

/** Lets time pass until a text is played, however much is played meanwhile. */
async function untilStarted(text: string) {
  for (let passed = 0; passed < 60_000 && !texts().includes(text); passed += 100) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(texts()).toContain(text)
}

async function playAll() {
  fireEvent.click(await openChanges())
  await hearing()
  await untilShown('You heard all 5 changes.')
}

test('product §16 Play Changes plays only what changed, and leaves the place in the script', async () => {
  backend.progress = { lastPlayedLineIndex: 20, lastUpdated: '2026-11-20T12:00:00.000Z' }
  await playAll()
  expect(texts()).toEqual([
    'INT. KITCHEN - DAY',
    'A kettle screams.',
    '~',
    'BEN',
    '~',
    'CUT TO:',
    'The light goes out.',
    '~',
    'EXT. SEA - NIGHT',
    'Wave number 34.',
    '~',
    'Wave number 17.',
    'Wave number 18 breaks.',
  ])
  expect(mark().line).toBe('20')
  await waitFor(() => expect(backend.bodies).toContainEqual({ lastPlayedLineIndex: 20, draft: 2 }))
  fireEvent.click(screen.getByRole('button', { name: 'Back to line 21' }))
  expect(screen.queryByTestId('hearing')).toBeNull()
  expect(mark()).toMatchObject({ line: '20' })
})

test('product §16 keys move between the changes that are heard, pause and end them', async () => {
  fireEvent.click(await openChanges())
  await untilShown('Change 1 of 5')
  press('c')
  await untilShown('Change 2 of 5')
  press('C', true)
  await untilShown('Change 1 of 5')
  press(' ')
  await waitFor(async () => expect((await hearing()).dataset['state']).toBe('paused'))
  expect(mark().state).not.toBe('playing')
  press('Escape')
  expect(screen.queryByTestId('hearing')).toBeNull()
})

test('product §16 the media keys control the changes while they are heard', async () => {
  const keys = new Map<string, (() => void) | null>()
  const metadata = { title: '' }
  const session = {
    metadata,
    playbackState: 'none',
    setActionHandler: (action: string, handler: (() => void) | null) => void keys.set(action, handler),
    setPositionState: () => undefined,
  }
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session })
  vi.stubGlobal('MediaMetadata', function metadataOf(this: object, given: object) {
    Object.assign(this, given)
  })
  class Silence extends EventTarget {
    play = async () => undefined
    pause = () => undefined
  }
  vi.stubGlobal('Audio', Silence)
  Object.assign(URL, { createObjectURL: () => 'blob:silence' })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaSession')
    vi.unstubAllGlobals()
  })
  fireEvent.click(await openChanges())
  await heard('INT. KITCHEN - DAY')
  expect(session).toMatchObject({ playbackState: 'playing', metadata: { title: 'INT. KITCHEN - DAY' } })
  expect(keys.get('seekto')).toBeNull()
  keys.get('nexttrack')!()
  await untilShown('Change 2 of 5')
  keys.get('pause')!()
  await waitFor(async () => expect(await stateNow()).toBe('paused'))
  keys.get('play')!()
  await waitFor(async () => expect(await stateNow()).not.toBe('paused'))
  keys.get('stop')!()
  await waitFor(() => expect(screen.queryByTestId('hearing')).toBeNull())
  keys.get('play')!()
  await waitFor(() => expect(mark().state).toBe('playing'))
})

test('product §16 a line of the script that is played pauses the changes, and they pause the script', async () => {
  fireEvent.click(await openChanges())
  await heard('INT. KITCHEN - DAY')
  fireEvent.click(lineButton(9))
  await untilStarted('EXT. SEA - NIGHT')
  expect((await hearing()).dataset['state']).toBe('paused')
  expect(mark().state).toBe('playing')
  fireEvent.click(within(await hearing()).getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(mark().state).toBe('paused'))
})

test('product §16 Compare by Ear plays the former line, a tone, and the present one', async () => {
  await openChanges()
  await waitFor(() => expect(row(1).querySelector('[data-compare-by-ear]')).toBeTruthy())
  lineButton(1).focus()
  fireEvent.keyDown(lineButton(1), { key: 'e' })
  await untilShown('Before')
  for (let n = 0; n < 30 && screen.queryByTestId('hearing'); n += 1) {
    await clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(texts()).toEqual(['A kettle sings.', '~', 'A kettle screams.'])
  expect(mark().line).toBe('-1')
})

test('product §16 a line that was cut is heard in the former draft', async () => {
  await openChanges()
  fireEvent.click(within(row(2)).getByRole('button', { name: '3 lines cut' }))
  const cut = screen.getByRole('region', { name: '3 lines cut' })
  fireEvent.click(
    within(cut)
      .getAllByRole('button', { name: /in the former draft/ })
      .at(-1)!,
  )
  await heard('ANNA')
  await heard('(low)')
  await heard('Hello.')
  expect(texts()).toEqual(['ANNA', '(low)', 'Hello.'])
})

test('product §16 tells who has not heard the present draft how much changed since they listened', async () => {
  backend.progress = { lastPlayedLineIndex: 3, lastUpdated: '2026-11-20T12:00:00.000Z' }
  serveDrafts({ heard: 1 })
  openReader()
  const strip = await screen.findByRole('region', { name: 'Changes since you listened' })
  expect(strip.textContent).toContain('5 changes since you listened')
  fireEvent.click(within(strip).getByRole('button', { name: 'Play Changes' }))
  await heard('INT. KITCHEN - DAY')
})

test('product §16 says nothing of the changes after all of them were heard', async () => {
  serveDrafts({ heard: 1 })
  openReader()
  const strip = await screen.findByRole('region', { name: 'Changes since you listened' })
  fireEvent.click(within(strip).getByRole('button', { name: 'Play Changes' }))
  await untilShown('You heard all 5 changes.')
  fireEvent.click(screen.getByRole('button', { name: /^Back to line/ }))
  await clock.advance(1_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('region', { name: 'Changes since you listened' })).toBeNull()
})

test('product §16 says nothing of changes to who has heard the present draft', async () => {
  serveDrafts({ heard: 1, isHeard: true })
  openReader()
  await screen.findByRole('button', { name: 'Changes' })
  await heardNothing()
  expect(screen.queryByRole('region', { name: 'Changes since you listened' })).toBeNull()
})
const heardNothing = () => waitFor(() => expect(backend.calls.length).toBeGreaterThan(0))
