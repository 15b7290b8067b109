import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clearPersonalStorage } from '@andscene/web-kit/storage-keys'
import { line } from '../../testing/line.ts'
import { changeTextSize } from './text-size.ts'
import { backend, LINES, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

async function openPage() {
  openReader()
  await waitFor(() => expect(document.querySelector('[data-line-index]')).toBeTruthy())
}
async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Text size and print' }))
  return within(await screen.findByRole('dialog', { name: 'Text size and print' }))
}
const printed = () => document.querySelector<HTMLElement>('[data-printed-script]')
const print = (event: 'beforeprint' | 'afterprint') => act(() => void dispatchEvent(new Event(event)))
const sheetSize = () =>
  screen.getByRole('region', { name: /page 1/ }).parentElement!.style.getPropertyValue('--text-size')

test('product §2 the text size of the sheet can be changed, and is kept on the device', async () => {
  await openPage()
  expect(sheetSize()).toBe('1')
  const menu = await openMenu()
  await userEvent.click(menu.getByRole('button', { name: 'Larger text' }))
  expect(menu.getByText('110 %')).toBeTruthy()
  expect(sheetSize()).toBe('1.1')
  act(() => {
    for (let press = 0; press < 9; press += 1) changeTextSize(-1)
  })
  expect(menu.getByText('80 %')).toBeTruthy()
  expect(menu.getByRole('button', { name: 'Smaller text' })).toHaveProperty('disabled', true)
  await clearPersonalStorage()
  expect(localStorage.getItem('andscene_text_size')).toBe('80')
})

test('product §2 prints the whole script instead of the visible page', async () => {
  await openPage()
  expect(printed()).toBeNull()
  print('beforeprint')
  const text = printed()!.textContent
  expect(within(printed()!).getByRole('heading', { level: 1 }).textContent).toBe(SCRIPT.title)
  for (const { text: words } of LINES) expect(text).toContain(words)
  expect(printed()!.querySelectorAll('button, [data-chip]')).toHaveLength(0)
  // At both ends of the heading.
  expect(text.match(/9A/g)).toHaveLength(2)
  expect(text).not.toContain('Which kettle?')
  print('afterprint')
  expect(printed()).toBeNull()
})

test('product §2 prints the open notes if the user chooses them', async () => {
  vi.stubGlobal('print', vi.fn<() => void>())
  await openPage()
  const menu = await openMenu()
  await userEvent.click(menu.getByRole('checkbox', { name: 'Print open notes' }))
  await userEvent.click(menu.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(globalThis.print).toHaveBeenCalled())
  print('beforeprint')
  expect(printed()!.textContent).toContain('Note: Which kettle?')
  print('afterprint')
})

test('product §2 struck-out words and styles are printed', async () => {
  const styles = [{ start: 4, end: 8, struck: true }]
  const lines = [line(0, 'Action', 'The old key.', { styles })]
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  await openPage()
  print('beforeprint')
  expect(printed()!.querySelector('s')?.textContent).toBe('old ')
  print('afterprint')
})
