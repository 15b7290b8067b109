import type { Line } from '@andscene/contracts/script'
import { LINE_DETAILS_KEY } from '@andscene/web-kit/storage-keys'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import styles from './script-line.module.css'
import { line } from '../../testing/line.ts'
import { backend, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

async function openPage(lines: Line[]) {
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  openReader()
  await waitFor(() => expect(document.querySelector('[data-line-index]')).toBeTruthy())
}

const classes = (index: number) => [...document.querySelector(`[data-line-index="${index}"]`)!.classList]

test('lays out lines as Final Draft does; a style with capitals does not change the text', async () => {
  await openPage([
    line(0, 'Shot', 'close on: a gold key'),
    line(1, 'End of Act', 'End of act one'),
    line(2, 'Lyrics', 'One row'),
    line(3, 'Cast List', 'Ada, Ben', { capitals: true }),
    line(4, 'Action', 'A kettle sings.', { capitals: true }),
    line(5, 'Action', 'A kettle sings.'),
    line(6, 'constructor', 'A kettle sings.'),
  ])
  expect(classes(0)).toContain(styles.shot)
  expect(classes(1)).toEqual(expect.arrayContaining([styles.act, styles.actEnd]))
  expect(classes(2)).toContain(styles.lyrics)
  expect([3, 4, 5].map((index) => classes(index).includes(styles.capitals!))).toEqual([true, true, false])
  expect(classes(6)).toEqual(classes(5))
  expect(screen.getByText('close on: a gold key')).toBeTruthy()
  expect(screen.getByText('Ada, Ben')).toBeTruthy()
})

test('line details can be shown and hidden, and the choice is stored on the device', async () => {
  await openPage([line(0, 'Action', 'A kettle sings.')])
  const details = screen.getByRole('button', { name: 'Line details' })
  expect(details.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(details)
  expect(details.getAttribute('aria-expanded')).toBe('true')
  expect(localStorage.getItem(LINE_DETAILS_KEY)).toBe('shown')
})
