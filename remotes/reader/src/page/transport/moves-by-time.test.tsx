import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { setUpReader } from '../../testing/reader-page.tsx'
import { mark, openPage, untilItHolds } from '../../testing/opened-page.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const line = () => Number(mark().line)

/** L at a time of the page, as its key repeats. */
function holdL(timeStamp: number, repeat = true) {
  const event = new KeyboardEvent('keydown', { key: 'l', repeat, bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  act(() => void document.body.dispatchEvent(event))
}
/** What is said of the line that a move has led to. */
const told = () => screen.getAllByRole('status').find(({ textContent }) => /^\S+.*: /.test(textContent ?? ''))

describe('product §2 ten seconds back and on', () => {
  test('a key that is held moves at most four times a second', async () => {
    await openPage()
    holdL(1_000, false)
    const first = line()
    holdL(1_100)
    holdL(1_200)
    expect(line()).toBe(first)
    holdL(1_260)
    expect(line()).toBeGreaterThan(first)
  })

  test('letters that are typed, a dialog, and a selection of words keep the keys', async () => {
    await openPage()
    await userEvent.keyboard('{ArrowDown}/')
    const from = line()
    await userEvent.type(screen.getByRole('searchbox'), 'jl')
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(line()).toBe(from)
    await userEvent.keyboard('{Escape}')
    vi.stubGlobal('getSelection', () => ({ isCollapsed: false }))
    expect(fireEvent.keyDown(document.body, { key: 'ArrowRight', shiftKey: true })).toBe(true)
    expect(line()).toBe(from)
    vi.unstubAllGlobals()
  })
})

test('product §2 each move is announced to screen readers, until playback starts', async () => {
  await openPage()
  expect(told()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}')
  expect(told()?.textContent).toBe('Narration: A kettle sings.')
  const said = told()?.firstChild
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(told()?.textContent).toBe('Narration: A kettle sings.')
  expect(told()?.firstChild).not.toBe(said)
  await userEvent.keyboard(' ')
  await untilItHolds(() => expect(mark().state).toBe('playing'))
  expect(told()).toBeUndefined()
  await userEvent.keyboard(' ')
  expect(mark().state).toBe('paused')
  expect(told()).toBeUndefined()
})
