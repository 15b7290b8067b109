import { AntdProvider } from '@andscene/web-kit/antd-provider'
import { system } from '@andscene/web-kit/testing/jsdom'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RenameDialog } from './rename-dialog.tsx'

beforeEach(() => {
  system.still = true
})
afterEach(cleanup)

const nothing = () => undefined
function open(): HTMLInputElement {
  render(
    <ThemeProvider>
      <AntdProvider>
        <RenameDialog open title="Draft" onRename={nothing} onCancel={nothing} onClosed={nothing} />
      </AntdProvider>
    </ThemeProvider>,
  )
  return screen.getByRole('textbox', { name: 'Title', hidden: true })
}
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

test('selects the title once the dialog is open', async () => {
  const field = open()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(selected(field)).toBe('Draft')
})

test('does not select text typed before the dialog is open, and puts the cursor after it', async () => {
  const field = open()
  fireEvent.change(field, { target: { value: 'La' } })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(selected(field)).toBe('')
  expect(field.selectionStart).toBe(2)
})
