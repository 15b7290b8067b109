import type { Line } from '@andscene/contracts/script'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { playbacks } from '../../player/playbacks.ts'
import { line } from '../../testing/line.ts'
import { backend, clipOf, LINES, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'
import { header, mark, openPage as openPageOf, untilItHolds } from '../../testing/opened-page.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const bar = () => screen.getByRole('slider', { name: 'Scenes' })
const where = () => bar().getAttribute('aria-valuetext')
const time = (name: string) => screen.getByRole('timer', { name }).textContent

/** Each line has a clip of two seconds with its current voice. */
const timed = LINES.map((one) => ({
  ...one,
  audioCache: clipOf(one.type === 'Dialogue' ? 'local:ruth' : 'local:claire'),
}))

async function openPage(lines: Line[] = timed) {
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  backend.casting.characterAssignments = { ANNA: 'local:ruth', BEN: 'local:ruth' }
  await openPageOf()
}

/** Sets the bar to 1,000 px, because jsdom has no layout. */
function mockLayout() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1_000, 24))
}

const pressAt = (clientX: number) => {
  fireEvent.pointerDown(bar(), { clientX, button: 0 })
  fireEvent.pointerUp(bar(), { clientX, button: 0 })
}

describe('progress in the script', () => {
  test('shows elapsed, remaining and total time at the current speed', async () => {
    await openPage()
    // 47 lines of 2 s plus the pauses between them.
    await waitFor(() => expect(time('Total')).toBe('1:49'))
    expect([time('Elapsed'), time('Remaining')]).toEqual(['0:00', '1:49'])
    await userEvent.keyboard('{End}')
    expect([time('Elapsed'), time('Remaining'), time('Total')]).toEqual(['1:47', '0:02', '1:49'])
    await userEvent.keyboard('++++')
    expect([time('Elapsed'), time('Remaining'), time('Total')]).toEqual(['0:56', '0:01', '0:57'])
  })

  test('at the end, the elapsed time is the total', async () => {
    await openPage(timed.slice(0, 2))
    await userEvent.keyboard('{End}')
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    await untilItHolds(() => expect(mark().state).toBe('stopped'), 500)
    expect([time('Elapsed'), time('Remaining')]).toEqual([time('Total'), '0:00'])
  })
})

describe('the scene bar', () => {
  test('announces the current position, and moves between scenes with keys', async () => {
    await openPage()
    await waitFor(() => expect(where()).toBe('Scene 9A (1 of 2), 0:00 of 1:49'))
    bar().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(mark().line).toBe('11')
    expect(where()).toBe('Scene 10 (2 of 2), 0:24 of 1:49')
    await userEvent.keyboard('{PageUp}')
    expect(mark().line).toBe('11')
    await userEvent.keyboard('{ArrowLeft}')
    expect(mark().line).toBe('0')
    await userEvent.keyboard('{End}')
    expect(mark().line).toBe('46')
    expect(bar().getAttribute('aria-valuenow')).toBe('107')
    expect(bar().getAttribute('aria-valuemax')).toBe('109')
    await userEvent.keyboard('{Home}')
    expect(mark().line).toBe('0')
  })

  test('product §2 a click moves to the line at that time, and playback continues there', async () => {
    await openPage()
    await waitFor(() => expect(time('Total')).toBe('1:49'))
    mockLayout()
    // A press that starts elsewhere or is canceled does not move.
    fireEvent.pointerDown(document.body, { button: 0 })
    fireEvent.pointerUp(bar(), { clientX: 500, button: 0 })
    fireEvent.pointerDown(bar(), { clientX: 500, button: 0 })
    fireEvent.pointerCancel(bar())
    fireEvent.pointerUp(bar(), { clientX: 500, button: 0 })
    expect(mark().line).toBe('-1')
    pressAt(500)
    expect(Number(mark().line)).toBeGreaterThan(20)
    expect(mark().state).not.toBe('playing')
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    pressAt(999)
    await untilItHolds(() => expect(mark()).toMatchObject({ state: 'playing', line: '46' }))
  })

  test('clips that arrive during playback do not change the announced values', async () => {
    await openPage()
    await waitFor(() => expect(time('Total')).toBe('1:49'))
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    await untilItHolds(() => expect(mark().state).toBe('playing'))
    const before = [where(), bar().getAttribute('aria-valuemax')]
    act(() => playbacks.get('script1')!.clips.set('l40', { ...timed[40]!.audioCache, durationMs: 60_000 }))
    await waitFor(() => expect(time('Total')).toMatch(/^2:/))
    expect([where(), bar().getAttribute('aria-valuemax')]).toEqual(before)
    await userEvent.click(header().getByRole('button', { name: 'Pause' }))
    expect(where()).toMatch(/ of 2:/)
  })

  test('moves by lines in a script without scenes', async () => {
    await openPage(timed.slice(12, 20))
    bar().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(where()).toMatch(/^Line 2 of 8, 0:02 of/)
  })
})

const openList = async () => {
  await userEvent.click(header().getByRole('button', { name: /^Scene / }))
  return screen.findByRole('combobox', { name: 'Find a scene' })
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const activeText = () => {
  const id = screen.getByRole('combobox', { name: 'Find a scene' }).getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

describe('the scene list', () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    index % 10 === 0
      ? line(index, 'Scene Heading', index === 1_230 ? 'INT. CAFÉ - NIGHT' : `INT. ROOM ${index / 10 + 1}`)
      : line(index, 'Action', 'A wave.'),
  )

  test.each([
    ['the scene list', /^Scene /, 'Scenes'],
    ['the page field', /^Page /, 'Go to page'],
  ])('Tab out of %s closes it and focuses the control after its button', async (_what, name, dialog) => {
    await openPage()
    await userEvent.click(header().getByRole('button', { name }))
    await screen.findByRole('dialog', { name: dialog })
    await waitFor(() => expect(document.activeElement?.closest('dialog')).toBeTruthy())
    while (document.activeElement?.closest('dialog')) await userEvent.tab()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: dialog })).toBeNull())
    expect(header().getAllByRole('button')).toContain(document.activeElement)
  })

  test('renders only visible rows of a long list, and filters regardless of accents', async () => {
    await openPage(many)
    const field = await openList()
    expect(screen.getAllByRole('option').length).toBeLessThan(30)
    expect(screen.getAllByRole('option')[0]!.getAttribute('aria-setsize')).toBe('300')
    await userEvent.keyboard('cafe')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    expect(activeText()).toContain('124 INT. CAFÉ - NIGHT')
    // Enter of an input method selects no scene.
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(mark().line).toBe('-1')
    await userEvent.keyboard('xx{Enter}')
    expect(screen.getByText('No scene found')).toBeTruthy()
    expect(mark().line).toBe('-1')
  })

  test('shows no number for a scene without one between numbered ones', async () => {
    const numbers: Record<number, string> = { 0: '91', 20: '92A' }
    const numbered = many
      .slice(0, 30)
      .map((one, index) => ({ ...one, ...(numbers[index] && { sceneNumber: numbers[index] }) }))
    await openPage(numbered)
    expect(header().getByRole('button', { name: 'Scene 91' })).toBeTruthy()
    const field = await openList()
    expect(options().map((text) => text?.slice(0, 6))).toEqual(['91 INT', ' INT. ', '92A IN'])
    await userEvent.type(field, 'room 2{Enter}')
    expect(mark().line).toBe('10')
    const button = header().getByRole('button', { name: 'Scene without a number' })
    expect(within(button).getByText('–').getAttribute('aria-hidden')).toBe('true')
  })
})

test.each([
  ['one act has no moves by act', 1],
  ['several acts has them', 2],
])('product §2 the header of a script with %s; the Controls menu always has them', async (_what, acts) => {
  await openPage(timed.map((one, index) => ({ ...one, act: index < 20 ? 1 : acts })))
  expect(header().queryByRole('button', { name: 'Next Act' }) !== null).toBe(acts > 1)
  await userEvent.click(screen.getByRole('button', { name: 'Controls' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Controls' }))
  expect(menu.getByRole('button', { name: 'Next Act' })).toHaveProperty('disabled', acts === 1)
  expect(menu.getByRole('group', { name: 'Act' }).textContent.includes('of')).toBe(acts > 1)
})
