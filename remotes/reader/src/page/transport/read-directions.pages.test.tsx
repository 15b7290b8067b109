import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { line } from '../../testing/line.ts'
import { header, heard, lineButton, mark, openPage, strip, untilItHolds } from '../../testing/opened-page.ts'
import { API, backend, SCRIPT, server, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

type Asked = { lineId: string; readsDirections?: boolean }

/** A script of speeches with directions; returns the requests for their clips. */
function scriptWithDirections(): Asked[] {
  const speeches = Array.from({ length: 6 }, (_, n) =>
    line(n + 2, 'Dialogue', `Number ${n}. (beat) Go.`, { character: 'ANNA' }),
  )
  const lines = [line(0, 'Scene Heading', 'INT. HALL - DAY'), line(1, 'Action', 'Rain.'), ...speeches]
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  const asked: Asked[] = []
  server.use(
    http.post(`${API}/voices/generate`, async ({ request }) => {
      asked.push((await request.clone().json()) as Asked)
    }),
  )
  return asked
}

const startsOf = (text: string) => output.started.filter((one) => one.text === text)

describe('product §3: directions inside a speech', () => {
  test('are requested as the listener hears them; a switch does not interrupt the line that is heard', async () => {
    const asked = scriptWithDirections()
    const ways = (lineId: string) =>
      asked.filter((one) => one.lineId === lineId).map((one) => one.readsDirections ?? false)
    await openPage()
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    await heard('INT. HALL - DAY')
    await waitFor(() => expect(ways('l3')).toEqual([true]))
    expect(ways('l1')).toEqual([false])
    await userEvent.click(await strip().findByRole('button', { name: 'Controls' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Controls' }))
    await userEvent.click(menu.getByText('Parentheticals'))
    await waitFor(() => expect(ways('l3')).toEqual([true, false]))
    expect(mark().state).toBe('playing')
    expect(output.audible()).toEqual(['INT. HALL - DAY'])
    await heard('Number 0. (beat) Go.')
    expect(ways('l2').at(-1)).toBe(false)
    // Where the clips are looked up, too.
    expect(backend.bodies.filter((body) => 'linesToCheck' in body).at(-1)).toMatchObject({
      readsDirections: false,
    })
  })

  test('after a switch, the clips of the whole page are looked up, also before the current line', async () => {
    scriptWithDirections()
    await openPage()
    await userEvent.click(lineButton(4))
    await heard('Number 2. (beat) Go.')
    await userEvent.click(await strip().findByRole('button', { name: 'Controls' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Controls' }))
    backend.bodies.length = 0
    await userEvent.click(menu.getByText('Parentheticals'))
    const page = { startLineIndex: 0, linesToCheck: 8, readsDirections: false }
    await waitFor(() => expect(backend.bodies).toContainEqual(page))
  })

  test('a paused line that is heard another way starts again', async () => {
    scriptWithDirections()
    await openPage()
    await userEvent.click(lineButton(2))
    await heard('Number 0. (beat) Go.')
    await clock.advance(1_000)
    await userEvent.click(header().getByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(mark().state).toBe('paused'))
    await userEvent.click(await strip().findByRole('button', { name: 'Controls' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Controls' }))
    await userEvent.click(menu.getByText('Parentheticals'))
    await userEvent.click(header().getByRole('button', { name: 'Play' }))
    await untilItHolds(() => expect(startsOf('Number 0. (beat) Go.')).toHaveLength(2))
    expect(startsOf('Number 0. (beat) Go.').at(-1)!.offsetMs).toBe(0)
  })
})
