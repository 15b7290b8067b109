import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { clock, output } from '../../../testing/fake-sound-system.ts'
import { header, heard, mark, openPage, strip } from '../../../testing/opened-page.ts'
import { backend, setUpReader } from '../../../testing/reader-page.tsx'
import { sleepText } from './sleep-timer.ts'

vi.mock('../../../player/output/sound-system.ts', () => import('../../../testing/fake-sound-system.ts'))
setUpReader()

const MINUTE = 60_000
const menu = () => screen.getByRole('button', { name: /^Sleep timer:/ })
async function choose(name: string) {
  await userEvent.click(menu())
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
async function play() {
  await userEvent.click(header().getByRole('button', { name: 'Play' }))
  await heard('INT. KITCHEN - DAY')
}

describe('product §4 the sleep timer', () => {
  test('is chosen in the transport, shows the remaining time, and can be switched off', async () => {
    await openPage()
    expect(menu().getAttribute('aria-label')).toBe('Sleep timer: Off')
    await choose('15 minutes')
    expect(menu().getAttribute('aria-label')).toBe('Sleep timer: 15 min')
    expect(menu().textContent).toBe('15 min')
    await clock.advance(2 * MINUTE)
    await waitFor(() => expect(menu().textContent).toBe('13 min'))
    await choose('Off')
    expect(menu().textContent).toBe('')
  })

  test('is chosen in the Controls menu', async () => {
    await openPage()
    await userEvent.click(strip().getByRole('button', { name: 'Controls' }))
    const controls = within(await screen.findByRole('dialog', { name: 'Controls' }))
    const group = within(controls.getByRole('radiogroup', { name: 'Sleep timer' }))
    await userEvent.click(group.getByRole('radio', { name: 'End of scene' }))
    expect(menu().textContent).toBe('End of scene')
    expect((group.getByRole('radio', { name: 'End of scene' }) as HTMLInputElement).checked).toBe(true)
    expect(group.queryByRole('radio', { name: 'End of act' }), 'the script has one act').toBeNull()
  })

  test('during the fade offers to keep playing, and afterwards says why playback is paused', async () => {
    backend.casting.characterAssignments = { ANNA: 'local:ruth', BEN: 'local:ruth' }
    await openPage()
    await choose('15 minutes')
    for (const [ms, text] of [
      [14 * MINUTE, '60 s'],
      [25_000, '35 s'],
      [25_000, '10 s'],
    ] as const) {
      await clock.advance(ms)
      await waitFor(() => expect(menu().textContent).toBe(text))
    }
    await play()
    await clock.advance(2_500)
    await screen.findByText('The sleep timer is fading out.')
    expect(menu().textContent).toBe('Pausing…')
    await userEvent.click(screen.getByRole('button', { name: 'Keep playing' }))
    expect([menu().textContent, output.volumes.at(-1)?.to]).toEqual(['', 1])
    expect(screen.queryByText('The sleep timer is fading out.')).toBeNull()

    await choose('End of scene')
    await waitFor(async () => {
      await clock.advance(2_000)
      expect(mark().state).toBe('paused')
    })
    await screen.findByText('Paused by the sleep timer.')
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Paused by the sleep timer.')).toBeNull()
  })
})

test.each([
  [15 * MINUTE, '15 min'],
  [15 * MINUTE - 1, '15 min'],
  [14 * MINUTE, '14 min'],
  [MINUTE + 1, '2 min'],
  [MINUTE, '60 s'],
  [8_001, '9 s'],
  [0, '0 s'],
  [-1, '0 s'],
])('%i ms before it pauses, shows %s', (leftMs, text) => {
  expect(sleepText({ kind: 'time', ms: MINUTE, endsAt: leftMs, isFading: false }, 0)).toBe(text)
})
