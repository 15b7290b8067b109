import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { openReader, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()
beforeEach(() => void (output.started.length = 0))

const row = (index: number) => document.querySelector<HTMLElement>(`[data-line-index="${index}"]`)!
const lineButton = (index: number) => within(row(index)).getByRole('button')
const firstShown = () =>
  Number(document.querySelector<HTMLElement>('[data-line-index]')!.dataset['lineIndex'])
const mark = () => screen.getByTestId('player').dataset
const header = () => within(screen.getByRole('toolbar', { name: 'Playback' }))
const back = (line: number) => screen.queryByRole('button', { name: `Back to line ${line}` })

async function openPage() {
  const opened = openReader()
  await waitFor(() => expect(row(1)?.querySelector('[data-chip="voice"]')?.textContent).toBe('Claire'))
  return opened
}

async function heard(text: string) {
  await waitFor(async () => {
    await clock.advance(100)
    expect(output.audible()).toEqual([text])
  })
}

async function playing(line: number, text: string) {
  await openPage()
  await userEvent.click(lineButton(line))
  await heard(text)
}

function wheel() {
  fireEvent.wheel(document.body, { deltaY: 400 })
  fireEvent.scroll(window)
}

async function find(words: string) {
  await userEvent.keyboard('/')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in script' }), words)
}

describe('following', () => {
  test.each([
    ['the wheel', wheel],
    [
      'a finger',
      () => {
        fireEvent.touchMove(document.body)
        fireEvent.scroll(window)
      },
    ],
    [
      'a key',
      () => {
        fireEvent.keyDown(document.body, { key: 'PageDown' })
        fireEvent.scroll(window)
      },
    ],
    [
      'the scrollbar',
      () => {
        fireEvent.pointerDown(document.documentElement, { clientX: innerWidth })
        fireEvent.scroll(window)
      },
    ],
  ])('product §4 is suspended by %s, until the button is pressed', async (_what, scroll) => {
    await playing(18, 'Wave number 6.')
    expect(back(19)).toBeNull()
    scroll()
    expect(await screen.findByRole('button', { name: 'Back to line 19' })).toBeTruthy()
    await heard('Wave number 8.')
    expect(firstShown(), 'the page is left as it is').toBe(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Back to line 21' }))
    await waitFor(() => expect(firstShown()).toBe(20))
    expect(back(21)).toBeNull()
    expect(document.activeElement).toBe(lineButton(20))
  })

  test('B follows again, and brings the line into sight', async () => {
    await playing(18, 'Wave number 6.')
    wheel()
    await screen.findByRole('button', { name: 'Back to line 19' })
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.keyboard('b')
    expect(back(19)).toBeNull()
    await waitFor(() => expect(scroll.mock.contexts).toContain(row(18)))
  })

  test('product §4 play follows again', async () => {
    await playing(18, 'Wave number 6.')
    wheel()
    await screen.findByRole('button', { name: 'Back to line 19' })
    await userEvent.click(header().getByRole('button', { name: 'Pause' }))
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    expect(back(19)).toBeNull()
  })

  test('a page that is scrolled to a line, or by moving the focus, still follows', async () => {
    await playing(18, 'Wave number 6.')
    fireEvent.keyDown(document.body, { key: 'Tab' })
    fireEvent.scroll(window)
    expect(back(19)).toBeNull()
  })

  test('a line is not scrolled to while following is suspended', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await playing(12, 'Wave number 0.')
    await waitFor(() => expect(scroll.mock.contexts).toContain(row(12)))
    wheel()
    await heard('Wave number 2.')
    await waitFor(() => expect(row(14).dataset['mark']).toBe('playing'))
    expect(scroll.mock.contexts).not.toContain(row(13))
  })
})

describe('after a jump', () => {
  test('the way back is offered for 8 s, and told politely', async () => {
    await playing(1, 'A kettle sings.')
    await userEvent.click(lineButton(15))
    expect(await screen.findByRole('button', { name: 'Back to line 2' })).toBeTruthy()
    expect(screen.getByText(/^Now at line 16\. Press B to go back to line 2\.$/).tagName).toBe('OUTPUT')
    await clock.advance(7_900)
    expect(back(2)).toBeTruthy()
    await clock.advance(200)
    await waitFor(() => expect(back(2)).toBeNull())
  })

  test('its time stands still while it has the focus; pressed, it plays on from there', async () => {
    await playing(1, 'A kettle sings.')
    await userEvent.click(lineButton(15))
    const button = await screen.findByRole('button', { name: 'Back to line 2' })
    act(() => button.focus())
    await clock.advance(20_000)
    expect(back(2)).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    // As the backend sends it the second time.
    await heard('a stored clip')
    expect(mark().line).toBe('1')
    expect(back(2)).toBeNull()
  })

  test('B goes back, to where it was paused too', async () => {
    await playing(1, 'A kettle sings.')
    await userEvent.click(header().getByRole('button', { name: 'Pause' }))
    await userEvent.click(header().getByRole('button', { name: 'Next Page' }))
    await waitFor(() => expect(firstShown()).toBe(20))
    await userEvent.keyboard('b')
    await waitFor(() => expect(firstShown()).toBe(0))
    expect(mark()).toMatchObject({ state: 'paused', line: '1' })
  })
})

describe('space', () => {
  test('plays and pauses after a press of the pointer on any button', async () => {
    await playing(1, 'A kettle sings.')
    const stop = header().getByRole('button', { name: 'Pause' })
    await userEvent.click(stop)
    expect(document.activeElement).toBe(stop)
    await userEvent.keyboard(' ')
    await heard('A kettle sings.')
    await userEvent.click(header().getByRole('button', { name: 'Next Line' }))
    expect(mark().line).toBe('2')
    await userEvent.keyboard(' ')
    await heard('ANNA')
    expect(mark().line).toBe('2')
  })

  test('presses the button that was reached by Tab', async () => {
    await openPage()
    const next = header().getByRole('button', { name: 'Next Line' })
    while (document.activeElement !== next) await userEvent.tab()
    await userEvent.keyboard(' ')
    await userEvent.keyboard(' ')
    expect(mark()).toMatchObject({ state: 'idle', line: '2' })
  })

  test('pauses after a click on a line, wherever the reading has come to since', async () => {
    await playing(1, 'A kettle sings.')
    await heard('ANNA')
    await userEvent.keyboard(' ')
    expect(mark()).toMatchObject({ state: 'paused', line: '2' })
  })
})

describe('find', () => {
  test('Esc keeps the match as the current line, and space plays it', async () => {
    await openPage()
    await find('wave number 31')
    await userEvent.keyboard('{Escape}')
    expect(mark().line).toBe('43')
    expect(document.activeElement).toBe(lineButton(43))
    await userEvent.keyboard(' ')
    await heard('Wave number 31.')
  })

  test('Esc without a match gives the focus back', async () => {
    await openPage()
    await find('no such words')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find in script' }))
    expect(mark().line).toBe('-1')
  })

  test('Esc does not stop what is being read: it goes on, and the match stays in sight', async () => {
    await playing(1, 'A kettle sings.')
    await find('wave number 31')
    await userEvent.keyboard('{Escape}')
    expect(mark()).toMatchObject({ state: 'playing', line: '1' })
    await heard('ANNA')
    expect(firstShown()).toBe(40)
    expect(back(3)).toBeTruthy()
  })

  test('Shift+Enter plays the match; arrows step through the matches', async () => {
    await openPage()
    await find('wave number 3')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(screen.getByText('2 of 6')).toBeTruthy()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await heard('Wave number 30.')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

test('at the end: Start again, which plays from the first line', async () => {
  await openPage()
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(row(46)).toBeTruthy())
  await userEvent.click(lineButton(46))
  await userEvent.click(await waitForButton('Start again'))
  await heard('INT. KITCHEN - DAY')
  expect(screen.queryByText('The reading is complete.')).toBeNull()
})

const waitForButton = (name: string) =>
  waitFor(async () => {
    await clock.advance(200)
    return screen.getByRole('button', { name })
  })
