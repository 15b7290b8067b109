import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadFrame, showApp } from '../testing/app.tsx'
import { session, signedInAs } from '../testing/session.ts'

vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))
loadFrame()

const SENTENCE = 'To upload a script, open Scripts.'
const take = (event: Event) => event.preventDefault()

/** Drops on the element; returns whether the browser would open the file, and the shown effect. */
function dropOn(element: Element, types = ['Files']) {
  const dataTransfer = { types, files: [], dropEffect: 'copy' }
  const isOver = fireEvent.dragOver(element, { dataTransfer })
  const isDropped = fireEvent.drop(element, { dataTransfer })
  return { opens: isOver || isDropped, effect: dataTransfer.dropEffect }
}

test('product §2 a file that is dropped on a script does not replace it, and the way to the upload is shown', async () => {
  session.state = signedInAs()
  showApp('/scripts/s1')
  const page = await screen.findByText('Script s1')
  expect(dropOn(page)).toEqual({ opens: false, effect: 'copy' })
  expect(await screen.findByText(SENTENCE)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open Scripts' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test.each(['/', '/listen'])('product §2 on %s a dropped file is ignored', async (path) => {
  showApp(path)
  await waitFor(() => expect(document.querySelector('main')?.textContent).not.toBe(''))
  expect(dropOn(document.querySelector('main')!)).toEqual({ opens: false, effect: 'none' })
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('product §2 dropped text, and files on an upload area, are left to the page', async () => {
  session.state = signedInAs()
  showApp('/scripts/s1')
  const page = await screen.findByText('Script s1')
  expect(dropOn(page, ['text/plain']).opens).toBe(true)
  page.addEventListener('dragover', take)
  page.addEventListener('drop', take)
  dropOn(page)
  expect(screen.queryByText(SENTENCE)).toBeNull()
})
