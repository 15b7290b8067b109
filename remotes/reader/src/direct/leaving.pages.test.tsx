import type { DirectionBody } from '@andscene/contracts/voices/direction'
import { failed } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { playbacks } from '../player/playbacks.ts'
import { API, backend, openReader, SCRIPT, server, setUpReader } from '../testing/reader-page.tsx'
import { output } from '../testing/fake-sound-system.ts'
import { lineButton, untilItHolds } from '../testing/opened-page.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

const QUESTION = 'Discard your changes? This delivery is not kept as a take.'
const answered: { save: () => void; refuse: () => void }[] = []
beforeEach(() => {
  answered.length = 0
  backend.voices = ['Ruth', 'Claire'].map((name) => voice(`local:${name.toLowerCase()}`, { name }))
  server.use(
    http.put(`${API}/scripts/:id/directions/:lineId`, async ({ request }) => {
      const { takes, chosen } = (await request.json()) as DirectionBody
      const { promise, resolve } = Promise.withResolvers<boolean>()
      answered.push({ save: () => resolve(true), refuse: () => resolve(false) })
      if (!(await promise)) return failed('VALIDATION', 'No.')
      const own = { by: 'Ada', mine: true, at: new Date().toISOString() }
      const direction = {
        lineId: 'l12',
        version: 1,
        chosen,
        takes: takes.map((take) => ({ ...take, ...own })),
      }
      backend.directions = [direction]
      return HttpResponse.json({ success: true, data: { direction } })
    }),
  )
})

const dialog = () => screen.queryByRole('dialog', { name: /^Direct:/ })
const question = () => within(dialog()!).queryByRole('alert')?.querySelector('p')?.textContent
const click = async (name: RegExp | string) =>
  userEvent.click(await within(dialog()!).findByRole('button', { name }))
async function directing() {
  openReader()
  const button = await waitFor(() => lineButton(12))
  button.focus()
  await userEvent.keyboard('d')
  await screen.findByRole('group', { name: 'Delivery' })
}
const isClosed = () => waitFor(() => expect(dialog()).toBeNull())

describe('product §5 a dialog with a delivery that no take has', () => {
  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => click('Close')],
    ['a click beside it', async () => void fireEvent.pointerDown(dialog()!)],
    ['the back gesture', async () => void fireEvent(dialog()!, new Event('cancel', { cancelable: true }))],
    ['All directed lines', () => click(/^All directed lines/)],
    ['Pronounce a word', () => click('Pronounce a word…')],
  ])('asks on %s before it discards it', async (_way, leave) => {
    await directing()
    await click('Sad')
    await leave()
    expect(question()).toBe(QUESTION)
    expect(document.activeElement?.textContent).toBe('Keep Editing')
    await click('Keep Editing')
    expect(question()).toBeUndefined()
    expect(document.activeElement?.textContent).toBe('Keep take')
    await leave()
    await click('Discard')
    await isClosed()
  })

  test('a second Escape closes the question, and not the dialog', async () => {
    await directing()
    await click('Sad')
    await userEvent.keyboard('{Escape}{Escape}')
    expect(question()).toBeUndefined()
    const sad = within(dialog()!).getByRole('button', { name: 'Sad' })
    expect(sad.getAttribute('aria-pressed')).toBe('true')
  })

  test('closes immediately if nothing is lost: undone, as written, or kept', async () => {
    await directing()
    await click('Sad')
    await click('Undo')
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await userEvent.keyboard('d')
    await screen.findByRole('group', { name: 'Delivery' })
    await click('Sad')
    await click('Keep take')
    await waitFor(() => expect(answered).toHaveLength(1))
    answered[0]!.save()
    await within(dialog()!).findByText('Saved')
    await click(/^As written/)
    await userEvent.keyboard('{Escape}')
    await isClosed()
  })

  test('waits for a save in progress, and asks if it fails', async () => {
    await directing()
    await click('Sad')
    await click('Keep take')
    await waitFor(() => expect(answered).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    expect(question()).toBeUndefined()
    expect(dialog()).not.toBeNull()
    answered[0]!.refuse()
    await within(dialog()!).findByText(QUESTION)
    await click('Keep Editing')
    await click('Try again')
    await waitFor(() => expect(answered).toHaveLength(2))
    await userEvent.keyboard('{Escape}')
    answered[1]!.save()
    await isClosed()
    expect(backend.directions).toHaveLength(1)
  })
})

test('product §5 a choice of takes in progress keeps the dialog open, and a failed one asks', async () => {
  const at = '2026-11-20T12:00:00.000Z'
  const take = { id: 'take-one', delivery: { name: 'sad' as const }, by: 'Ada', mine: true, at }
  backend.directions = [{ lineId: 'l12', version: 1, chosen: take.id, takes: [take] }]
  await directing()
  await userEvent.click(within(dialog()!).getByRole('radio', { name: 'As written' }))
  await waitFor(() => expect(answered).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  expect(dialog()).not.toBeNull()
  answered[0]!.refuse()
  await within(dialog()!).findByText(QUESTION)
})

test('product §5 playback pauses while a line is directed, and a trial ends with the dialog', async () => {
  openReader()
  fireEvent.click(await waitFor(() => lineButton(12)), { detail: 1 })
  await untilItHolds(() => expect(output.audible()).toHaveLength(1), 10)
  await userEvent.keyboard('d')
  await screen.findByRole('group', { name: 'Delivery' })
  expect(playbacks.get(SCRIPT._id)!.player.getSnapshot().state).toBe('paused')
  expect(output.audible()).toEqual([])
  await click('Hear it')
  await untilItHolds(() => expect(output.audible()).toHaveLength(1), 10)
  await userEvent.keyboard('{Escape}')
  await isClosed()
  expect(output.audible()).toEqual([])
})
