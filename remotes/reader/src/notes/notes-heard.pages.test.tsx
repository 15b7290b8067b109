import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { clock } from '../testing/fake-sound-system.ts'
import {
  setUpNotes,
  notes,
  openNoted,
  written,
  editor,
  margin,
  play,
  player,
  row,
  select,
  openCard,
} from './testing/noted-page.ts'

// The page is real, its sound is not.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

setUpNotes()
const SEND = '{Control>}{Enter}{/Control}'
const focusLine = (index: number) => within(row(index)).getAllByRole('button')[0]!.focus()

describe('product §12: a note during playback', () => {
  test('is on the line that is heard, with its time, not on the one that has the focus', async () => {
    await openNoted()
    await play(3)
    act(() => focusLine(1))
    await act(() => clock.advance(1_000))
    await userEvent.keyboard('n')
    await userEvent.type(await editor(), `Warmer.${SEND}`)
    await waitFor(() => expect(written()).toMatchObject([{ lineId: 'l3', text: 'Warmer.' }]))
    expect(written()[0]!.atMs).toBeGreaterThanOrEqual(1_000)
    expect(written()[0]!.atMs).toBeLessThan(2_000)
  })

  test('shows its time in the card', async () => {
    notes.set('mine------------', { lineId: 'l4', text: 'Warmer.', atMs: 3_250 })
    await openCard()
    expect(await screen.findByText('0:03')).toBeTruthy()
  })

  test('selected words are what it is about, whatever is heard; they have no time', async () => {
    await openNoted()
    await play(3)
    select(1, 2, 8)
    await userEvent.keyboard('n')
    await userEvent.type(await editor(), `Which?${SEND}`)
    await waitFor(() => expect(written()).toMatchObject([{ lineId: 'l1', range: { start: 2, end: 8 } }]))
    expect(written()[0]).not.toHaveProperty('atMs')
  })

  test('a press in the margin is on that line, without a time', async () => {
    await openNoted()
    await play(3)
    await userEvent.click(margin(8))
    await userEvent.type(await editor(), `No!${SEND}`)
    await waitFor(() => expect(written()).toMatchObject([{ lineId: 'l8' }]))
    expect(written()[0]).not.toHaveProperty('atMs')
  })

  test('while nothing is heard, the line with the focus is meant', async () => {
    await openNoted()
    act(() => player().goToLine(3))
    act(() => focusLine(1))
    await userEvent.keyboard('n')
    await userEvent.type(await editor(), `Kettle${SEND}`)
    await waitFor(() => expect(written()).toMatchObject([{ lineId: 'l1' }]))
  })
})
