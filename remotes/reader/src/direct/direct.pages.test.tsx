import type { Direction, DirectionBody } from '@andscene/contracts/voices/direction'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { failed } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { API, backend, openReader, server, setUpReader } from '../testing/reader-page.tsx'
import { lineButton } from '../testing/opened-page.ts'
import { tellPages } from '../testing/script-events.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

/** "Wave number 0." */
const LINE = 12
const DIRECTIONS = `${API}/scripts/:id/directions/:lineId`
let saves: DirectionBody[]
let version: number
beforeEach(() => {
  saves = []
  version = 0
  backend.voices = ['Ruth', 'Claire'].map((name) => ({
    ...voice(`local:${name.toLowerCase()}`, { name }),
    deliveries: ['slow' as const],
  }))
  server.use(
    http.put(DIRECTIONS, async ({ request, params }) => {
      const body = (await request.json()) as DirectionBody
      const present = backend.directions.find(({ lineId }) => lineId === params['lineId'])
      if ((present?.version ?? 0) !== body.version)
        return HttpResponse.json(
          {
            success: false,
            code: 'CONFLICT',
            error: 'Another director changed this line.',
            requestId: 'r',
            present: present ? { direction: present } : {},
          },
          { status: 409 },
        )
      saves.push(body)
      const direction = stored(String(params['lineId']), body)
      return HttpResponse.json({ success: true, data: { direction } })
    }),
    http.delete(DIRECTIONS, ({ params }) => {
      backend.directions = backend.directions.filter(({ lineId }) => lineId !== params['lineId'])
      return HttpResponse.json({ success: true })
    }),
  )
})

/** Stores a direction, as the backend does. */
function stored(
  lineId: string,
  { takes, chosen }: Pick<DirectionBody, 'takes' | 'chosen'>,
  by = 'Ada',
): Direction {
  version += 1
  const at = new Date().toISOString()
  const known = backend.directions.find((one) => one.lineId === lineId)?.takes ?? []
  const direction = {
    lineId,
    version,
    chosen,
    takes: takes.map(
      (take) => known.find(({ id }) => id === take.id) ?? { ...take, by, mine: by === 'Ada', at },
    ),
  }
  backend.directions = [...backend.directions.filter((one) => one.lineId !== lineId), direction]
  return direction
}
const take = (id: string, delivery: Delivery) => ({ id: `take-${id}`, delivery })

const dialog = () => screen.findByRole('dialog', { name: /^Direct/ })
const inDialog = async () => within(await dialog())
/** One is in the header, the other next to the page number on phones. */
const listButton = () => screen.getAllByRole('button', { name: 'Directed lines' })[0]!
const pressed = async (name: RegExp | string) =>
  (await inDialog()).getByRole('button', { name }).getAttribute('aria-pressed') === 'true'
const click = async (name: RegExp | string) =>
  userEvent.click(await (await inDialog()).findByRole('button', { name }))
const slide = async (label: string, value: number) =>
  fireEvent.change((await inDialog()).getByLabelText(label), { target: { value: String(value) } })
const footText = async () => (await dialog()).querySelector('footer')?.textContent
const takeRows = async () =>
  (await inDialog())
    .getAllByRole('radio')
    .map((radio) => `${(radio as HTMLInputElement).checked ? '*' : ''}${radio.closest('label')!.textContent}`)

/** Opens the page, and the dialog of a line by the key. */
async function directing(line = LINE) {
  const opened = openReader()
  const button = await waitFor(() => lineButton(line))
  button.focus()
  await userEvent.keyboard('d')
  await screen.findByRole('group', { name: 'Delivery' })
  return opened
}

describe('product §5 direct a line', () => {
  test('by delivery, sliders, words and pauses; a kept take is chosen and saved', async () => {
    await directing()
    await click('Sad')
    await slide('Pace', 0.8)
    await slide('Pitch', -2)
    await slide('Pause before', 500)
    await click('number')
    await click('Keep take')
    expect(await (await inDialog()).findByText('Saved')).toBeTruthy()
    const delivery = { name: 'sad', pace: 0.8, pitch: -2, emphasis: [[5, 6]], pauseBeforeMs: 500 }
    expect(saves).toEqual([
      { version: 0, takes: [{ id: expect.any(String), delivery }], chosen: saves[0]!.takes[0]!.id },
    ])
    const rows = await takeRows()
    expect(rows[1]).toMatch(
      /^\*Take 1 Sad, pace 0\.80×, pitch −2 st, 1 word emphasized, 0\.5 s beforeYou, just now$/,
    )
    expect(document.querySelectorAll('[data-directed]')).toHaveLength(1)
  })

  test('a delivery that the voice cannot do is said once, and one that it can do is not', async () => {
    await directing()
    await click('Shouting')
    const sentence = 'Claire cannot do “Shouting” and reads this line plainly. Pace, pitch and pauses apply.'
    expect((await inDialog()).getAllByText(sentence)).toHaveLength(1)
    await click('Slow')
    expect((await inDialog()).queryByText(/cannot do/)).toBeNull()
  })

  test('is heard immediately, without saving', async () => {
    const asked: object[] = []
    server.use(
      http.post(`${API}/voices/generate`, async ({ request }) => {
        asked.push((await request.json()) as object)
        return new HttpResponse('sound')
      }),
    )
    await directing()
    await click('Fast')
    await click('Hear it')
    await waitFor(() => expect(asked).toMatchObject([{ lineId: 'l12', delivery: { name: 'fast' } }]))
    expect(saves).toEqual([])
  })

  test('says why a trial is not heard', async () => {
    server.use(http.post(`${API}/voices/generate`, () => failed('ALLOWANCE_USED_UP', 'No more audio today.')))
    await directing()
    await click('Hear it')
    expect(await (await inDialog()).findByText('No more audio today.')).toBeTruthy()
  })

  test('every change can be undone, also by key', async () => {
    await directing()
    await click('Sad')
    await click('Keep take')
    await (await inDialog()).findByText('Saved')
    await click('Angry')
    expect(await pressed('Angry')).toBe(true)
    await click('Undo')
    expect(await pressed('Sad')).toBe(true)
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(backend.directions).toEqual([]))
    await click('Undo')
    expect(await pressed('As written')).toBe(true)
    const undo = (await inDialog()).getByRole('button', { name: 'Undo' })
    expect(undo.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(undo)
  })

  test('a sixth take asks which one to replace', async () => {
    const takes = [0.6, 0.7, 0.8, 0.9, 1.1].map((pace, n) => take(`number-${n}`, { pace }))
    stored('l12', { takes, chosen: null })
    await directing()
    await click('Excited')
    await click('Keep take')
    expect(saves).toEqual([])
    expect((await inDialog()).getByRole('alert').textContent).toContain('Which one do you want to replace?')
    await click('Replace take 2')
    await waitFor(() => expect(saves).toHaveLength(1))
    expect(saves[0]!.takes.map(({ delivery }) => delivery)).toEqual([
      { pace: 0.6 },
      { name: 'excited' },
      { pace: 0.8 },
      { pace: 0.9 },
      { pace: 1.1 },
    ])
    await click('Undo')
    await waitFor(() => expect(saves.at(-1)).toMatchObject({ takes, chosen: null }))
  })

  test('the question for a take to replace has the focus; Escape closes it, and not the dialog', async () => {
    stored('l12', { takes: [1, 2, 3, 4, 5].map((n) => take(`number-${n}`, { pitch: n })), chosen: null })
    await directing()
    await click('Excited')
    const keep = (await inDialog()).getByRole('button', { name: 'Keep take' })
    await userEvent.click(keep)
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.keyboard('{Escape}')
    expect((await inDialog()).queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(keep)
    await userEvent.click(keep)
    await click('Replace take 2')
    expect(document.activeElement).toBe(keep)
  })

  test('a deleted take leaves the focus on the take that is heard', async () => {
    const takes = [take('one', { pitch: 1 }), take('two', { pitch: 2 })]
    stored('l12', { takes, chosen: 'take-two' })
    await directing()
    await click('Delete take 1')
    await waitFor(() => expect(backend.directions[0]!.takes).toHaveLength(1))
    expect(document.activeElement).toHaveProperty('checked', true)
    await click('Delete take 1')
    await waitFor(() => expect(backend.directions).toEqual([]))
    await waitFor(() => expect(document.activeElement).toHaveProperty('checked', true))
  })

  test('starts from the delivery of the page, to which "As written" returns', async () => {
    // "(low)" is above the line.
    backend.script.content.lines[3] = { ...backend.script.content.lines[3]!, text: '(whispering)' }
    await directing(4)
    expect(await pressed('Whispering')).toBe(true)
    await click('Angry')
    await click(/^As written/)
    expect(await pressed('Whispering')).toBe(true)
    backend.script.content.lines[3] = { ...backend.script.content.lines[3]!, text: '(low)' }
  })

  test('words are one tab stop, with arrow keys between them', async () => {
    await directing()
    const words = within((await inDialog()).getByRole('toolbar', { name: 'Words to emphasize' }))
    const buttons = words.getAllByRole('button')
    expect(buttons.map((button) => [button.textContent, button.tabIndex])).toEqual([
      ['Wave', 0],
      ['number', -1],
      ['0', -1],
    ])
    buttons[0]!.focus()
    await userEvent.keyboard('{ArrowRight}{End}{ArrowLeft}')
    expect(document.activeElement).toBe(buttons[1])
    await userEvent.keyboard('{Enter}')
    expect(buttons[1]!.getAttribute('aria-pressed')).toBe('true')
  })
})

describe('product §5 two directors of one line', () => {
  test('the later one sees the change of the other first, and loses nothing', async () => {
    await directing()
    await click('Sad')
    stored('l12', { takes: [take('of-ben', { name: 'angry' })], chosen: 'take-of-ben' }, 'Ben')
    await click('Keep take')
    const alert = await (await inDialog()).findByRole('alert')
    expect(alert.textContent).toContain('Ben changed this line. Your change is not saved yet.')
    expect((await takeRows())[1]).toMatch(/^\*Take 1 AngryBen/)
    expect(await pressed('Sad')).toBe(true)
    await click('Save mine too')
    await waitFor(() => expect(backend.directions[0]!.takes).toHaveLength(2))
    expect(backend.directions[0]!.takes.map(({ by }) => by)).toEqual(['Ben', 'Ada'])
    expect((await takeRows())[2]).toMatch(/^\*Take 2 Sad/)
    expect(document.activeElement?.textContent).toBe('Keep take')
  })

  test('a change by the other appears in the open dialog', async () => {
    await directing()
    stored('l12', { takes: [take('of-ben', { name: 'angry' })], chosen: 'take-of-ben' }, 'Ben')
    tellPages('casting', { version: 7 })
    await waitFor(async () => expect((await takeRows())[1]).toMatch(/^\*Take 1 Angry/))
    expect(await footText()).toMatch(/Ben changed this line\.$/)
  })

  test('a change after an own save appears, also from another window of the user', async () => {
    await directing()
    await click('Sad')
    await click('Keep take')
    const own = await waitFor(() => backend.directions[0]!.takes[0]!)
    await (await inDialog()).findByText('Saved')
    stored('l12', { takes: [own, take('of-ben', { name: 'angry' })], chosen: 'take-of-ben' }, 'Ben')
    tellPages('casting', { version: 7 })
    await waitFor(async () => expect(await footText()).toMatch(/UndoBen changed this line\.$/))
    await click('Keep take')
    await (await inDialog()).findByText('Saved')
    const { takes } = backend.directions[0]!
    stored('l12', { takes, chosen: null })
    tellPages('casting', { version: 8 })
    expect(await (await inDialog()).findByText('This line was changed in another window.')).toBeTruthy()
  })

  test('a change that could not be saved stays, and is sent again on request', async () => {
    server.use(http.put(DIRECTIONS, () => failed('VALIDATION', 'No.'), { once: true }))
    await directing()
    await click('Sad')
    await click('Keep take')
    expect((await (await inDialog()).findByRole('alert')).textContent).toContain(
      'The change was not saved. No.',
    )
    await click('Try again')
    await waitFor(() => expect(backend.directions).toHaveLength(1))
    expect(document.activeElement?.textContent).toBe('Keep take')
  })
})

describe('product §5 directed lines', () => {
  test('are listed with their take and director; a click shows the line', async () => {
    stored(
      'l30',
      { takes: [take('one', { name: 'sad' }), take('two', { pace: 2 })], chosen: 'take-one' },
      'Ben',
    )
    stored('l12', { takes: [take('three', { name: 'fast' })], chosen: null })
    openReader()
    await waitFor(() => lineButton(0))
    await userEvent.click(listButton())
    const list = await screen.findByRole('dialog', { name: 'Directed lines (2)' })
    const entries = within(list).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Wave number 0.As written1 take',
      'Wave number 18.SadBen · 2 takes',
    ])
    await userEvent.click(within(entries[1]!).getByRole('button'))
    await waitFor(() => expect(document.activeElement).toBe(lineButton(30)))
  })

  test('an empty list says how to direct a line', async () => {
    openReader()
    await waitFor(() => lineButton(0))
    await userEvent.click(listButton())
    expect(await screen.findByText(/^No line is directed yet\./)).toBeTruthy()
  })

  test('a user who may not cast sees no marks, and neither key nor button directs', async () => {
    stored('l12', { takes: [take('one', { name: 'sad' })], chosen: 'take-one' })
    backend.script = { ...backend.script, role: 'commenter' }
    openReader()
    const button = await waitFor(() => lineButton(LINE))
    button.focus()
    await userEvent.keyboard('d')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryAllByRole('button', { name: 'Directed lines' })).toEqual([])
    expect(document.querySelector('[data-directed]')).toBeNull()
  })
})
