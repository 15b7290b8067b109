import type { Drafts } from '@andscene/contracts/drafts'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { failed } from '@andscene/web-kit/testing/stub'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Line } from '@andscene/contracts/script'
import {
  changeRole,
  API,
  backend,
  clipOf,
  openReader,
  SCRIPT,
  server,
  setUpReader,
} from '../testing/reader-page.tsx'
import { lineButton, mark, openPage, row } from '../testing/opened-page.ts'
import { line } from '../testing/line.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

const CLIP = { audioCache: clipOf('local:claire', { durationMs: 10_000 }) }
const RUTH = { audioCache: clipOf('local:ruth', { durationMs: 10_000 }) }
const ANNA = { character: 'ANNA' }
/** All with clips of ten seconds, but BEN, who has no voice. */
const LINES: Line[] = [
  line(0, 'Scene Heading', 'INT. KITCHEN - DAY', { sceneNumber: '1', eighths: 11, ...CLIP }),
  line(1, 'Action', 'A kettle sings.', CLIP),
  line(2, 'Character', 'ANNA', { ...ANNA, ...CLIP }),
  line(3, 'Dialogue', 'Who is there?', { ...ANNA, ...RUTH }),
  line(4, 'Scene Heading', 'EXT. SEA - NIGHT', { sceneNumber: '2', ...CLIP }),
  line(5, 'Character', 'BEN', { character: 'BEN', ...CLIP }),
  line(6, 'Dialogue', 'Only me.', { character: 'BEN' }),
  line(7, 'Character', 'ANNA', { ...ANNA, ...CLIP }),
  line(8, 'Dialogue', 'Come in then.', { ...ANNA, ...RUTH }),
]
const withLines = (lines: Line[]) => ({
  ...SCRIPT,
  lineCount: lines.length,
  content: { ...SCRIPT.content, lines },
})

/** Opens the figures of a script next to it. */
async function openFigures(lines = LINES) {
  backend.script = { ...backend.script, ...withLines(lines) }
  const opened = openReader()
  await userEvent.click(await screen.findByRole('radio', { name: 'Figures' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Figures' }))
  return { ...opened, panel }
}
type Panel = Awaited<ReturnType<typeof openFigures>>['panel']

const totals = (panel: Panel) =>
  [...panel.getByRole('region', { name: 'Totals' }).querySelectorAll('dd')].map((each) => each.textContent)
const rowsOf = (panel: Panel, name: string) =>
  within(panel.getByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => [...each.children].map((cell) => cell.textContent))

/** The next file that the page saves. */
function savedFile() {
  const { promise, resolve } = Promise.withResolvers<{ name: string; text: string }>()
  let blob: Blob
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL(given: Blob) {
        blob = given
        return 'blob:figures'
      },
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    // With its byte order mark, which text() drops.
    void blob
      .arrayBuffer()
      .then((bytes) =>
        resolve({ name: this.download, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }),
      )
  })
  return promise
}

test('product §17 totals, scenes and characters of the script; estimates are marked', async () => {
  const { panel } = await openFigures()
  await panel.findByText(
    '1 of 9 lines have no audio yet: their times are estimates (≈) from the speed of their voices.',
  )
  // Eight clips of ten seconds, pauses of 500 + 350 + 900 + 500 + 350 ms, and seven seconds for two words at the speed of
  // these clips.
  expect(totals(panel)).toEqual(['≈ 1 min 30 s', '1', '2', '2', '20', '73 %'])
  expect(rowsOf(panel, 'Scenes')).toEqual([
    ['1INT. KITCHEN - DAYANNA', '1', '1 3/8', '0:41', '10', '50 %'],
    ['2EXT. SEA - NIGHTANNA, BEN', '1', '2/8', '≈ 0:48', '10', '100 %'],
  ])
  expect(rowsOf(panel, 'Characters')).toEqual([
    ['ANNA', '2', '6', '0:20', '2', '1', '1'],
    ['BEN', '1', '2', '≈ 0:07', '1', '1', '1'],
  ])
})

test('product §17 headers sort the tables, numbers with the largest first', async () => {
  const { panel } = await openFigures()
  const characters = within(panel.getByRole('region', { name: 'Characters' }))
  expect(characters.getByRole('columnheader', { name: /Words/ }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(characters.getByRole('button', { name: /Character/ }))
  expect(rowsOf(panel, 'Characters').map(([name]) => name)).toEqual(['ANNA', 'BEN'])
  await userEvent.click(characters.getByRole('button', { name: /Character/ }))
  expect(rowsOf(panel, 'Characters').map(([name]) => name)).toEqual(['BEN', 'ANNA'])
  const scenes = within(panel.getByRole('region', { name: 'Scenes' }))
  await userEvent.click(scenes.getByRole('button', { name: /Dialogue/ }))
  expect(rowsOf(panel, 'Scenes').map(([, , , , , share]) => share)).toEqual(['100 %', '50 %'])
})

test('product §17 a mark moves to its line, by click and by key; the figures stay open', async () => {
  const { panel } = await openFigures()
  await userEvent.click(panel.getByRole('button', { name: /^2\. EXT\. SEA - NIGHT: read time ≈ / }))
  await waitFor(() => expect(row(4)?.dataset['mark']).toBe('current'))
  const first = panel.getByRole('button', { name: /^1\. INT\. KITCHEN/ })
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(
    panel.getByRole('button', { name: 'ANNA: “Who is there?”, 0:10, scene 1, page 1' }),
  )
  expect(panel.getAllByText(/^ANNA: “Who is there\?”/).some((each) => each.tagName === 'P')).toBe(true)
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(row(7)?.dataset['mark']).toBe('current'))
  expect(document.activeElement?.getAttribute('tabindex')).toBe('0')
  expect(document.querySelectorAll('[data-side] rect[tabindex="0"]')).toHaveLength(1)
  // From the second speech of ANNA to the nearest one of BEN, and back up to the scenes.
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('BEN: “Only me.”')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Home}')
  expect(document.activeElement).toBe(first)
})

test('product §17 names in the tables move to the scene, and to the first speech of a character', async () => {
  const { panel } = await openFigures()
  const press = (region: string, name: string) =>
    userEvent.click(
      within(panel.getByRole('region', { name: region })).getByRole('button', { name: new RegExp(name) }),
    )
  await press('Scenes', 'EXT. SEA')
  await waitFor(() => expect(row(4)?.dataset['mark']).toBe('current'))
  await press('Characters', 'BEN')
  await waitFor(() => expect(row(5)?.dataset['mark']).toBe('current'))
})

test('product §17 where there is no room next to the script, a mark closes the figures and focuses its line', async () => {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: !query.includes('min-width') && matchMedia(query).matches,
    addEventListener() {},
    removeEventListener() {},
  }))
  backend.script = withLines(LINES)
  openReader()
  const [button] = await screen.findAllByRole('button', { name: 'Figures' })
  await userEvent.click(button!)
  const dialog = await screen.findByRole('dialog', { name: 'Figures' })
  await userEvent.click(within(dialog).getByRole('button', { name: /^2\. EXT\. SEA/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Figures' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(lineButton(4)))
})

test('product §17 times follow the audio that is made while the figures are open', async () => {
  // The page asks for the clips of its own lines alone.
  const lines = [
    ...LINES,
    ...Array.from({ length: 30 }, (_, at) => line(at + LINES.length, 'Action', `Wave ${at}.`, CLIP)),
  ]
  const unmade = lines.map(({ audioCache: _clip, ...rest }) => rest)
  backend.narration = { total: 8, ready: 0, waiting: 8, failed: 0 }
  const { panel, client } = await openFigures(unmade)
  await panel.findByText('No audio yet: all times are estimates (≈) from the speed of the voices.')
  backend.script = withLines(lines)
  backend.narration = { total: 8, ready: 8, waiting: 0, failed: 0 }
  await client.invalidateQueries({ queryKey: queryKeys.narration('script1') })
  await panel.findByText(/^1 of 39 lines have no audio yet/)
  expect(rowsOf(panel, 'Scenes')[0]).toContain('0:41')
})

test('product §17 a script without voices, and one without dialogue', async () => {
  backend.casting = { characterAssignments: {} }
  const { panel } = await openFigures([line(0, 'Action', 'The sea.'), line(1, 'Action', '...')])
  await panel.findByText('No voices yet: all times are estimates (≈) at a usual speed.')
  expect(panel.getByText('No character speaks in this script.')).toBeTruthy()
  expect(rowsOf(panel, 'Scenes')).toEqual([['The whole script', '1', '1/8', '≈ 0:01', '2', '0 %']])
})

test('product §17 a script without lines that are read aloud has no figures', async () => {
  const { panel } = await openFigures([line(0, 'Action', '...')])
  expect(await panel.findByText('This script has no lines that are read aloud.')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('product §17 long tables and charts show the rest on request', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => [
    line(at * 3, 'Scene Heading', `INT. ROOM ${at} - DAY`),
    line(at * 3 + 1, 'Character', `PERSON ${at}`, { character: `PERSON ${at}` }),
    line(at * 3 + 2, 'Dialogue', 'Yes.', { character: `PERSON ${at}` }),
  ]).flat()
  const { panel } = await openFigures(lines)
  const scenes = await panel.findByRole('region', { name: 'Scenes' })
  expect(rowsOf(panel, 'Scenes')).toHaveLength(25)
  await userEvent.click(within(scenes).getByRole('button', { name: 'Show all 40 scenes' }))
  expect(rowsOf(panel, 'Scenes')).toHaveLength(40)
  const chart = within(panel.getByRole('region', { name: 'Along the script' }))
  expect(chart.getAllByRole('group', { name: /^Speeches of/ })).toHaveLength(12)
  await userEvent.click(chart.getByRole('button', { name: 'Show all 40 characters' }))
  expect(chart.getAllByRole('group', { name: /^Speeches of/ })).toHaveLength(40)
})

test('product §17 saves the scenes and the characters as CSV', async () => {
  const { panel } = await openFigures()
  let saved = savedFile()
  await userEvent.click(panel.getByRole('button', { name: /^Save as CSV.*scenes$/ }))
  const scenes = await saved
  expect(scenes.name).toBe('Lantern Street scenes.csv')
  expect(scenes.text.startsWith('\uFEFF"Number","Scene"')).toBe(true)
  expect(scenes.text).toContain(
    '"1","INT. KITCHEN - DAY","1","1.375","11","0:00:41","41.8","no","10","50.0","ANNA"',
  )
  saved = savedFile()
  await userEvent.click(panel.getByRole('button', { name: /^Save as CSV.*characters$/ }))
  const characters = await saved
  expect(characters.name).toBe('Lantern Street characters.csv')
  expect(characters.text).toContain('"ANNA","2","6","0:00:20","20.0","no","2","1","1"')
})

test('product §17 prints the figures instead of the script, with all rows', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { panel } = await openFigures()
  await userEvent.click(panel.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const paper = document.querySelector<HTMLElement>('body > [data-printed-figures]')!
  expect(within(paper).getByRole('heading', { level: 1 }).textContent).toBe('Lantern Street')
  expect(within(paper).getAllByText('INT. KITCHEN - DAY')).toHaveLength(1)
  expect(paper.querySelectorAll('th button')).toHaveLength(4)
  fireEvent(window, new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('[data-printed-figures]')).toBeNull())
})

const draft = (number: number, name: string) => ({
  number,
  name,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  mine: true,
  pages: 1,
  lineCount: 9,
  characterCount: 2,
})
const DRAFTS: Drafts = { present: 3, drafts: [draft(1, 'First'), draft(2, 'Blue'), draft(3, 'Pink')] }

test('product §17 totals of each draft, and the difference to the draft before', async () => {
  const asked: string[] = []
  server.use(
    http.get(`${API}/scripts/:id/drafts`, () => HttpResponse.json({ success: true, data: DRAFTS })),
    http.get(`${API}/scripts/:id/drafts/:draft`, ({ params }) => {
      asked.push(String(params['draft']))
      // Without the last speech of ANNA.
      return HttpResponse.json({ success: true, data: { script: withLines(LINES.slice(0, 7)) } })
    }),
  )
  backend.script = { ...SCRIPT, draftCount: 3 }
  const { panel } = await openFigures()
  await panel.findByText('Changes since', { exact: false })
  expect(totals(panel)).toEqual(['≈ 1 min 30 s≈ +0:21', '1±0', '2±0', '2±0', '20+4', '73 %+10 pts'])
  expect(rowsOf(panel, 'Drafts').map(([name, time]) => [name?.split('1')[0], time])).toEqual([
    ['Pink', '≈ 1:30≈ +0:21'],
    ['Blue', '≈ 1:09'],
  ])
  expect(asked).toEqual(['2'])
  await userEvent.click(panel.getByRole('button', { name: 'Show all 3 drafts' }))
  await waitFor(() => expect(rowsOf(panel, 'Drafts')).toHaveLength(3))
  await waitFor(() => expect(rowsOf(panel, 'Drafts')[1]?.[2]).toBe('1±0'))
})

test('product §17 a script with one draft asks for none, and shows no difference', async () => {
  const asked = vi.fn<() => void>()
  server.use(
    http.get(`${API}/scripts/:id/drafts`, () => {
      asked()
      return failed('NOT_FOUND', 'No.')
    }),
  )
  const { panel } = await openFigures()
  await panel.findByRole('region', { name: 'Totals' })
  expect(panel.queryByRole('region', { name: 'Drafts' })).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test('product §17 a listener sees the figures; without notes there are two tabs', async () => {
  await openPage()
  changeRole('listener')
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Notes' })).toBeNull())
  await userEvent.click(screen.getByRole('radio', { name: 'Figures' }))
  expect(await screen.findByRole('region', { name: 'Totals' })).toBeTruthy()
  expect(mark()['state']).not.toBe('playing')
})

const focused = () => document.activeElement?.closest('label')?.textContent

test('product §17 the tabs next to the script are chosen by arrow keys', async () => {
  backend.script = { ...SCRIPT, role: 'owner' }
  await openPage()
  screen.getByRole('radio', { name: 'Cast' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(focused()).toBe('Notes'))
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('region', { name: 'Totals' })).toBeTruthy()
  await waitFor(() => expect(focused()).toBe('Figures'))
})
