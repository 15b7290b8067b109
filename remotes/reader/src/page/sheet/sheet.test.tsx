import type { Line } from '@andscene/contracts/script'
import { LINE_DETAILS_KEY } from '@andscene/web-kit/storage-keys'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import runStyles from './run-words.module.css'
import styles from './script-line.module.css'
import { readLocalLine } from '../../player/device/progress-store.ts'
import { playbacks } from '../../player/playbacks.ts'
import { line } from '../../testing/line.ts'
import { untilItHolds } from '../../testing/opened-page.ts'
import { backend, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

async function openPage(lines: Line[]) {
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  openReader()
  await waitFor(() => expect(document.querySelector('[data-line-index]')).toBeTruthy())
}

const wordsOf = (index: number) => document.querySelector(`[data-line-index="${index}"] [data-words]`)!
const lineText = (index: number) => document.querySelector(`[data-line-index="${index}"] [role="button"]`)!
const classes = (index: number) => [...document.querySelector(`[data-line-index="${index}"]`)!.classList]

test('lays out lines as Final Draft does; a style with capitals does not change the text', async () => {
  await openPage([
    line(0, 'Shot', 'close on: a gold key'),
    line(1, 'End of Act', 'End of act one'),
    line(2, 'Lyrics', 'One row'),
    line(3, 'Cast List', 'Ada, Ben', { capitals: true }),
    line(4, 'Action', 'A kettle sings.', { capitals: true }),
    line(5, 'Action', 'A kettle sings.'),
    line(6, 'constructor', 'A kettle sings.'),
  ])
  expect(classes(0)).toContain(styles.shot)
  expect(classes(1)).toEqual(expect.arrayContaining([styles.act, styles.actEnd]))
  expect(classes(2)).toContain(styles.lyrics)
  expect([3, 4, 5].map((index) => classes(index).includes(styles.capitals!))).toEqual([true, true, false])
  expect(classes(6)).toEqual(classes(5))
  expect(screen.getByText('close on: a gold key')).toBeTruthy()
  expect(screen.getByText('Ada, Ben')).toBeTruthy()
})

test('product §2 shows bold, italic, underlined and struck-out words and words in capitals; the text is unchanged', async () => {
  const text = 'He takes the old new key. bang'
  const runs = [
    { start: 13, end: 17, struck: true },
    { start: 17, end: 20, bold: true, underline: true },
    { start: 21, end: 24, italic: true },
    { start: 26, end: 30, capitals: true },
  ]
  await openPage([line(0, 'Action', text, { styles: runs })])
  const words = wordsOf(0)
  expect(words.textContent).toBe(text)
  expect(words.querySelector('s')?.textContent).toBe('old ')
  const looks = [...words.querySelectorAll('span')].map((each) => [each.textContent, [...each.classList]])
  expect(looks).toEqual([
    ['new', [runStyles.bold, runStyles.underline]],
    ['key', [runStyles.italic]],
    ['bang', [runStyles.capitals]],
  ])
})

const copied = () => {
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: vi.fn<(type: string, text: string) => void>() },
  })
  document.body.dispatchEvent(event)
  return event.clipboardData.setData.mock.calls
}
const select = (from: Node, start: number, to: Node, end: number) =>
  getSelection()!.setBaseAndExtent(from, start, to, end)

describe('product §2 copying', () => {
  const LINES = [
    line(0, 'Scene Heading', 'int. kitchen - day', { sceneNumber: '1' }),
    line(1, 'Action', 'A kettle sings.', { scriptNote: 'Which?' }),
    line(2, 'Character', 'ANNA', { character: 'ANNA' }),
    line(3, 'Parenthetical', '(low)', { character: 'ANNA' }),
    line(4, 'Dialogue', 'Hello there.', {
      character: 'ANNA',
      styles: [
        { start: 0, end: 5, capitals: true },
        { start: 6, end: 11, bold: true },
      ],
    }),
    line(5, 'Dialogue', 'Second speech.', { character: 'ANNA' }),
  ]

  test("copies the script's text line by line, without chips, numbers and notes", async () => {
    await openPage(LINES)
    const sheet = screen.getByRole('region', { name: /page 1/ })
    select(sheet, 0, sheet, sheet.childNodes.length)
    const text = 'INT. KITCHEN - DAY\n\nA kettle sings.\n\nANNA\n(low)\nHELLO there.\n\nSecond speech.'
    expect(copied()).toEqual([['text/plain', text]])
  })

  test('copies parts of the first and the last line', async () => {
    await openPage(LINES)
    select(wordsOf(1).firstChild!, 2, wordsOf(4).lastChild!, 1)
    expect(copied()).toEqual([['text/plain', 'kettle sings.\n\nANNA\n(low)\nHELLO there.']])
  })

  test('leaves a selection outside of the lines, and in a field, to the browser', async () => {
    await openPage(LINES)
    const title = screen.getByRole('heading', { level: 1 })
    select(title, 0, title, 1)
    expect(copied()).toEqual([])
  })
})

const state = () => screen.getByTestId('player').dataset['state']
const lastLine = () => readLocalLine(SCRIPT._id)?.lastPlayedLineIndex

describe('product §2 clicks', () => {
  test('a double-click selects a word and does not play', async () => {
    await openPage([line(0, 'Action', 'A kettle sings.')])
    fireEvent.pointerDown(lineText(0))
    fireEvent.click(lineText(0), { detail: 1 })
    expect(state()).toBe('loading')
    fireEvent.pointerDown(lineText(0))
    fireEvent.click(lineText(0), { detail: 2 })
    expect(state()).toBe('stopped')
  })

  test('a double-click does not move what is being played', async () => {
    await openPage([line(0, 'Action', 'A kettle sings.'), line(1, 'Action', 'A door opens.')])
    fireEvent.click(lineText(0), { detail: 1 })
    fireEvent.click(lineText(1), { detail: 1 })
    expect(lineText(1).getAttribute('aria-current')).toBe('true')
    fireEvent.click(lineText(1), { detail: 2 })
    expect(lineText(0).getAttribute('aria-current')).toBe('true')
    expect(state()).toBe('loading')
  })

  test('product §4 a slow double-click leaves the last played line unchanged', async () => {
    await openPage([line(0, 'Action', 'A kettle sings.'), line(1, 'Action', 'A door opens.')])
    fireEvent.click(lineText(0), { detail: 1 })
    await untilItHolds(() => expect(lastLine()).toBe(0))
    act(() => playbacks.get(SCRIPT._id)!.player.pause())
    fireEvent.click(lineText(1), { detail: 1 })
    await untilItHolds(() => expect(lastLine()).toBe(1))
    fireEvent.click(lineText(1), { detail: 2 })
    expect(state()).toBe('paused')
    expect(lastLine()).toBe(0)
  })

  test('a click that drops a selection does not play; the next one does', async () => {
    await openPage([line(0, 'Action', 'A kettle sings.')])
    const words = wordsOf(0).firstChild!
    getSelection()!.setBaseAndExtent(words, 0, words, 3)
    fireEvent.pointerDown(lineText(0))
    getSelection()!.removeAllRanges()
    fireEvent.click(lineText(0), { detail: 1 })
    expect(state()).toBe('idle')
    fireEvent.pointerDown(lineText(0))
    fireEvent.click(lineText(0), { detail: 1 })
    expect(state()).toBe('loading')
  })
})

describe('product §2 for screen readers', () => {
  test('scene headings and act marks are headings', async () => {
    await openPage([
      line(0, 'New Act', 'ACT ONE'),
      line(1, 'Scene Heading', 'INT. KITCHEN - DAY', { sceneNumber: '1' }),
      line(2, 'Action', 'A kettle sings.'),
    ])
    expect(screen.getByRole('heading', { level: 2, name: 'ACT ONE' })).toBeTruthy()
    const scene = screen.getByRole('heading', { level: 3, name: 'INT. KITCHEN - DAY' })
    expect(scene.querySelector('[role="button"]')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /kettle/ })).toBeNull()
  })

  test('nothing is read between the lines', async () => {
    await openPage([
      line(0, 'Action', 'A kettle sings.'),
      line(1, 'Dialogue', 'Hello.', { character: 'BEN' }),
    ])
    const sheet = screen.getByRole('region', { name: /page 1/ })
    const buttons = within(sheet)
      .getAllByRole('button')
      .map((button) => button.textContent)
    expect(buttons).toEqual(['Line details', 'A kettle sings.', 'Hello.'])
    for (const chips of screen.getAllByTestId('line-chips'))
      expect(chips.getAttribute('aria-hidden')).toBe('true')
    expect(screen.queryByText('Dialogue, Unassigned')).toBeNull()
  })

  test('the script and lines in another language have a lang', async () => {
    const speech = 'Je ne savais pas que tu étais déjà là, et je ne peux pas le croire.'
    await openPage([line(0, 'Dialogue', speech), line(1, 'Dialogue', 'Good morning.', { language: 'en' })])
    const sheet = screen.getByRole('region', { name: /page 1/ })
    await waitFor(() => expect(sheet.getAttribute('lang')).toBe('fr'))
    expect(screen.getByRole('heading', { level: 1 }).getAttribute('lang')).toBe('fr')
    expect(lineText(1).getAttribute('lang')).toBe('en')
    expect(lineText(0).hasAttribute('lang')).toBe(false)
  })
})

test('line details can be shown and hidden, and the choice is stored on the device', async () => {
  await openPage([line(0, 'Action', 'A kettle sings.')])
  const details = screen.getByRole('button', { name: 'Line details' })
  expect(details.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(details)
  expect(details.getAttribute('aria-expanded')).toBe('true')
  expect(localStorage.getItem(LINE_DETAILS_KEY)).toBe('shown')
})
