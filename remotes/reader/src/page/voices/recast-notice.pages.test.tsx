import { saveCasting } from '@andscene/contracts/routes/scripts'
import type { CastingBody, VersionedCasting } from '@andscene/contracts/script'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { writeLocalCasting } from '../../casting/casting-query.ts'
import { API, backend, openReader, SCRIPT, server, setUpReader } from '../../testing/reader-page.tsx'
import { providers, ROBOTS, serveRoboticCast, UNDO } from '../../testing/robotic-cast.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

type Changes = NonNullable<VersionedCasting['changes']>
const mark = (slot: Changes[number]['slot']) => ({
  slot,
  by: 'Ada',
  mine: true,
  at: '2026-11-28T08:00:00.000Z',
  suggested: true,
})
const anna = mark({ kind: 'character', name: 'ANNA' })
const ben = mark({ kind: 'character', name: 'BEN' })
const narration = mark({ kind: 'narration' })

/** Saves as the scripts service does: with a new version, and marks of what was suggested. */
const saves: CastingBody[] = []
const save = (body: CastingBody) => {
  saves.push(body)
  const { seen, suggested = [], ...casting } = body
  const changed = [
    ...Object.keys(seen?.characterAssignments ?? {}),
    ...(seen?.narrationVoiceId === undefined ? [] : ['']),
  ]
  backend.casting = {
    ...(casting as VersionedCasting),
    version: backend.casting.version! + 1,
    changes: [
      ...backend.casting.changes!.filter(({ slot }) => !changed.includes(slot.name ?? '')),
      ...suggested.map(mark),
    ],
  }
  return { success: true as const, ...backend.casting }
}

// Transforming the late parts takes longer than a query on a busy machine.
beforeAll(() => import('../../late/parts.ts'), 60_000)

beforeEach(() => {
  serveRoboticCast()
  saves.length = 0
  backend.casting = { ...ROBOTS, version: 1, changes: [anna, ben, narration] }
  server.use(stub(saveCasting, ({ body }) => save(body)))
})

const undoButton = () => screen.findByRole('button', UNDO)
const notice = async () => (await undoButton()).closest('div')!

test('product §2 recasts suggestions without a question, and says in one line what changed', async () => {
  openReader()
  const line = await notice()
  expect(within(line).getByText('3 voices were replaced by natural voices.')).toBeTruthy()
  expect(
    screen.getAllByText('3 voices were replaced by natural voices.').map(({ tagName }) => tagName),
  ).toContain('OUTPUT')
  expect(providers()).toEqual(['kokoro', 'kokoro', 'kokoro'])
  expect(saves).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Recast with natural voices' })).toBeNull()
})

test('product §2 recasts a casting of which this device has a recent copy', async () => {
  writeLocalCasting(SCRIPT._id, { ...ROBOTS, version: 1 })
  openReader()
  await notice()
  expect(providers()).toEqual(['kokoro', 'kokoro', 'kokoro'])
})

test('product §2 Undo restores the voices as the user’s choice, and no recast follows', async () => {
  openReader()
  await userEvent.click(await undoButton())
  await waitFor(() => expect(screen.queryByRole('button', UNDO)).toBeNull())
  expect(backend.casting).toMatchObject(ROBOTS)
  expect(backend.casting.changes).toEqual([])
  await waitFor(() => expect(document.activeElement?.closest('[data-line-index]')).toBeTruthy())
  // The offer of the panel asks instead.
  expect(await screen.findByRole('button', { name: 'Recast with natural voices' })).toBeTruthy()
  expect(saves).toHaveLength(2)
})

test('product §2 never replaces a voice that a user chose', async () => {
  backend.casting = { ...backend.casting, changes: [anna] }
  openReader()
  expect(within(await notice()).getByText('1 voice was replaced by natural voices.')).toBeTruthy()
  expect(backend.casting).toMatchObject({
    characterAssignments: { ANNA: expect.stringMatching(/^kokoro/), BEN: 'local:magnus' },
    narrationVoiceId: 'local:claire',
  })
})

test.each([
  ['castings of older releases, whose suggestions are unknown', { version: 1 }, {}],
  ['castings while natural voices load', {}, { naturalVoices: { state: 'coming' } }],
  ['castings for users who may not cast', {}, { script: { ...SCRIPT, role: 'commenter' } }],
] as const)('does not change %s', async (_, casting, more) => {
  const { changes, ...plain } = backend.casting
  Object.assign(backend, more, { casting: { ...plain, ...('version' in casting ? {} : { changes }) } })
  const { client } = openReader()
  const keys = [queryKeys.voices, queryKeys.casting(SCRIPT._id)]
  await waitFor(() =>
    expect(keys.map((key) => client.getQueryState(key)?.status)).toEqual(['success', 'success']),
  )
  await waitFor(() => expect(client.isFetching()).toBe(0))
  await act(async () => undefined)
  expect(saves).toEqual([])
  expect(screen.queryByRole('button', UNDO)).toBeNull()
})

test('shows voices that were replaced elsewhere while the page is open, and keeps what others chose since', async () => {
  backend.naturalVoices = { state: 'coming' }
  const { client } = openReader()
  await screen.findByRole('complementary', { name: 'Characters' })
  await waitFor(() => expect(client.getQueryData(queryKeys.voices)).toBeTruthy())
  backend.casting = {
    characterAssignments: { ANNA: 'kokoro:zoe', BEN: 'local:ruth' },
    narrationVoiceId: 'kokoro:bo',
    version: 5,
    changes: [anna, narration],
  }
  await act(() => client.invalidateQueries({ queryKey: queryKeys.casting(SCRIPT._id) }))
  expect(within(await notice()).getByText('2 voices were replaced by natural voices.')).toBeTruthy()
  await userEvent.click(await undoButton())
  await waitFor(() =>
    expect(backend.casting).toMatchObject({
      characterAssignments: { ANNA: 'local:ruth', BEN: 'local:ruth' },
      narrationVoiceId: 'local:claire',
    }),
  )
})

test('product §8 when the recast cannot be saved, keeps the cast and tries no second time', async () => {
  let requests = 0
  server.use(
    http.post(`${API}/scripts/:id/assign-voices`, () => {
      requests += 1
      return failed('VALIDATION', 'The store is full.')
    }),
  )
  openReader()
  await waitFor(() => expect(requests).toBe(1))
  expect((await screen.findByRole('button', { name: /voice of ANNA: change/ })).textContent).toBe('Ruth')
  expect(screen.queryByRole('button', UNDO)).toBeNull()
  expect(requests).toBe(1)
})
