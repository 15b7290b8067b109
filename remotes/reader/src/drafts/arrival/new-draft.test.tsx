import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { lineInDraft } from '../../player/engine/leave-draft.ts'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { heard, lineButton, mark, row } from '../../testing/opened-page.ts'
import { API, backend, LINES, openReader, server, setUpReader } from '../../testing/reader-page.tsx'
import { tellPages } from '../../testing/script-events.ts'
import { makePresent, NEXT, serveDrafts } from '../testing/two-drafts.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()
beforeAll(() => import('../parts.ts'), 120_000)

/** The notice, after the first draft was open and the second one arrived. */
async function arrive() {
  makePresent(2)
  tellPages('draft', { number: 2 })
}
const notice = () => screen.findByRole('region', { name: 'New draft' })
async function openFirst() {
  serveDrafts({ present: 1 })
  openReader()
  await screen.findByTestId('player')
}
const go = async () => fireEvent.click(await screen.findByRole('button', { name: 'Go to the New Draft' }))

describe('product §16: a new draft while the script is open', () => {
  test('is announced once the line that is heard has ended, with the number of changes', async () => {
    await openFirst()
    fireEvent.click(lineButton(10))
    await heard('CUT TO:')
    await arrive()
    await waitFor(() => expect(backend.calls).toContain('GET script 2'))
    expect(screen.queryByRole('region', { name: 'New draft' })).toBeNull()
    await heard('EXT. SEA - NIGHT')
    expect((await notice()).textContent).toContain('A new draft is here: Draft 2 · 5 changes')
    expect(mark().state).toBe('playing')
  })

  test('leaves lines, audio and place with the draft that is heard until the user goes over', async () => {
    await openFirst()
    await arrive()
    fireEvent.click(within(await notice()).getByRole('button', { name: 'Stay' }))
    expect((await notice()).textContent).toContain('Newer draft: Draft 2')
    fireEvent.click(lineButton(1))
    await heard('A kettle sings.')
    expect(row(1).textContent).toContain('A kettle sings.')
    await waitFor(() => expect(backend.bodies).toContainEqual({ lastPlayedLineIndex: 1, draft: 1 }))
    await clock.advance(2_100)
    await waitFor(() =>
      expect(backend.bodies).toContainEqual(expect.objectContaining({ linesToCheck: 10, draft: 1 })),
    )
  })

  test('is adopted at the same line, which plays on', async () => {
    await openFirst()
    fireEvent.click(lineButton(10))
    await heard('CUT TO:')
    await clock.advance(500)
    await arrive()
    await heard('EXT. SEA - NIGHT')
    await go()
    // Line 11 of draft 1 is line 9 of draft 2.
    await waitFor(() => expect(mark()).toMatchObject({ line: '9', state: 'playing' }))
    expect(screen.queryByRole('region', { name: 'New draft' })).toBeNull()
    await heard('Wave number 34.')
    await waitFor(() => expect(backend.bodies).toContainEqual({ lastPlayedLineIndex: 10, draft: 2 }))
  })

  test('is adopted without a sound while nothing is heard, and a line that was cut leads to the one before', async () => {
    await openFirst()
    fireEvent.click(lineButton(4))
    await heard('Hello.')
    fireEvent.keyDown(document.body, { key: ' ' })
    await waitFor(() => expect(mark().state).toBe('paused'))
    const before = output.started.length
    await arrive()
    await go()
    await waitFor(() => expect(row(1).textContent).toContain('A kettle screams.'))
    expect(mark()).toMatchObject({ line: '1', state: 'stopped' })
    await clock.advance(3_000)
    expect(output.started).toHaveLength(before)
  })

  test('in which a character was renamed leaves it its voice in the draft that is heard', async () => {
    const { casting } = backend
    backend.casting = { ...casting, characterAssignments: { ANNA: 'local:ruth', BEN: 'local:magnus' } }
    await openFirst()
    await waitFor(() => expect(castingReads()).toBe(1))
    const characterAssignments = { ANNA: 'local:ruth', BENJAMIN: 'local:magnus' }
    backend.casting = { ...casting, characterAssignments, version: 2 }
    tellPages('casting', { version: 2 })
    await arrive()
    fireEvent.click(within(await notice()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(castingReads()).toBe(2))
    await clock.advance(1_000)
    expect(screen.queryByText('1 character needs a voice')).toBeNull()
  })

  test('announced twice, or is the one that is open, changes nothing', async () => {
    await openFirst()
    tellPages('draft', { number: 1 })
    await arrive()
    await arrive()
    await notice()
    expect(screen.getAllByRole('region', { name: 'New draft' })).toHaveLength(1)
  })
})

const castingReads = () => backend.calls.filter((call) => call === 'GET assign-voices').length

test('product §16: a draft that cannot be opened leads to the present one', async () => {
  serveDrafts()
  openReader('/scripts/script1?draft=7')
  await screen.findByRole('heading', { name: 'This draft is not available' })
  fireEvent.click(screen.getByRole('button', { name: 'Open present draft' }))
  await screen.findByTestId('player')
  expect(row(1).textContent).toContain('A kettle screams.')
})

test.each([
  ['a line that is left', 11, 9],
  ['a line that was reworded', 1, 1],
  ['a line that was cut', 3, 1],
  ['a line that moved', 46, 10],
  ['no line', -1, -1],
])('the place of %s in a new draft', (_what, line, expected) => {
  expect(lineInDraft({ from: LINES, to: NEXT }, line)).toBe(expected)
})

test('product §16: an older draft opens at the place that the server finds in it', async () => {
  serveDrafts()
  const asked: (string | null)[] = []
  server.use(
    http.get(`${API}/scripts/:id/progress`, ({ request }) => {
      const draft = new URL(request.url).searchParams.get('draft')
      asked.push(draft)
      return HttpResponse.json({
        success: true,
        lastPlayedLineIndex: draft === '1' ? 11 : 9,
        lastUpdated: '2026-11-20T12:00:00.000Z',
      })
    }),
  )
  openReader('/scripts/script1?draft=1')
  await waitFor(() => expect(mark().line).toBe('11'))
  expect(asked).toContain('1')
})
