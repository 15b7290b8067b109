import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { clock, output } from './fake-sound-system.ts'
import { openReader } from './reader-page.tsx'

export const row = (index: number) => document.querySelector<HTMLElement>(`[data-line-index="${index}"]`)!
export const lineButton = (index: number) => row(index).querySelector<HTMLElement>('[role="button"]')!
export const chips = (index: number) =>
  [...row(index).querySelectorAll('[data-chip]')].map((chip) => chip.textContent)
export const mark = () => screen.getByTestId('player').dataset
export const header = () => within(screen.getByRole('toolbar', { name: 'Playback' }))
export const strip = () => within(screen.getByRole('group', { name: 'Playback strip' }))

/** Opens the script, and waits for the voice names and the lazy parts of the page. */
export async function openPage() {
  const opened = openReader()
  await waitFor(() => expect(row(1)?.querySelector('[data-chip="voice"]')?.textContent).toBe('Claire'))
  await screen.findByLabelText('Elapsed')
  return opened
}

/** Advances the player's clock until the check passes. */
export const untilItHolds = (check: () => void, stepMs = 100) =>
  waitFor(async () => {
    await clock.advance(stepMs)
    check()
  })

/** Waits until the clip is loaded over HTTP and this text is audible. */
export const heard = (text: string) => untilItHolds(() => expect(output.audible()).toEqual([text]))
