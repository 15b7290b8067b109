import '@andscene/web-kit/testing/jsdom'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenScriptContext, type OpenScript } from '../page/open-script.ts'
import { closePronounce, pronounceStore } from './pronounce-store.ts'
import { SelectionButton } from './selection-button.tsx'

afterEach(() => {
  cleanup()
  closePronounce()
  getSelection()?.removeAllRanges()
})

const TEXT = 'I saw Siobhan’s car.'

/** Selects these characters of the line; the box is where it is on the screen. */
async function select(start: number, end: number, top = 100) {
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(200, top, 40, 20))
  const words = document.querySelector('[data-words]')!.firstChild!
  getSelection()!.setBaseAndExtent(words, start, words, end)
  await act(async () => {
    document.dispatchEvent(new Event('selectionchange'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

function show() {
  const lines = [{ _id: 'l1', type: 'Dialogue', text: TEXT, act: 1 }]
  render(
    <OpenScriptContext value={{ lines } as unknown as OpenScript}>
      <div data-line-index={0}>
        <span data-words="">{TEXT}</span>
      </div>
      <SelectionButton />
    </OpenScriptContext>,
  )
  return userEvent.setup()
}
const button = () => screen.queryByRole('button', { name: 'Pronounce “Siobhan”…' })

test('product §5 a word that is selected in part can be pronounced in full', async () => {
  const user = show()
  expect(button()).toBeNull()
  await select(8, 11)
  await user.click(button()!)
  expect(pronounceStore.getSnapshot().words).toEqual({ text: 'Siobhan', line: 0 })
  expect(getSelection()!.rangeCount).toBe(0)
})

test('words that were selected before the button was loaded have it too', async () => {
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(200, 100, 40, 20))
  const early = document.createElement('div')
  early.innerHTML = `<div data-line-index="0"><span data-words="">${TEXT}</span></div>`
  document.body.prepend(early)
  const words = early.querySelector('span')!.firstChild!
  const selected = new Promise((resolve) =>
    document.addEventListener('selectionchange', resolve, { once: true }),
  )
  getSelection()!.setBaseAndExtent(words, 6, words, 13)
  await selected
  show()
  expect(await screen.findByRole('button', { name: 'Pronounce “Siobhan”…' })).toBeTruthy()
  early.remove()
})

test('the button disappears with the selection, and is not shown for one outside of the window', async () => {
  show()
  await select(6, 13)
  expect(button()).not.toBeNull()
  await select(6, 6)
  expect(button()).toBeNull()
  await select(6, 13, 5_000)
  expect(button()).toBeNull()
  await select(6, 13)
  await select(6, 13, -5_000)
  expect(button()).toBeNull()
})
