import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openReader, setUpReader } from '../../../testing/reader-page.tsx'

vi.mock('../../../player/output/sound-system.ts', () => import('../../../testing/fake-sound-system.ts'))
setUpReader()

const choice = () => screen.findByRole('button', { name: /^What is read aloud/ })

test('the focus is in the menu as soon as it is open, so that the next arrow key moves no line', async () => {
  openReader()
  // Its code is loaded with the first press.
  await userEvent.click(await choice())
  const { line } = screen.getByTestId('player').dataset
  await screen.findByRole('menu')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  const button = await choice()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')

  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Everything' }))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByTestId('player').dataset.line).toBe(line)
})
