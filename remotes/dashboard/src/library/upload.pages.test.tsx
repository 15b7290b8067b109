import { uploadScript } from '@andscene/contracts/routes/scripts'
import { isHeld } from '@andscene/web-kit/safe-moment'
import { failed, holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { library, listed, openPage, server, withLines } from '../testing/page.tsx'

const sample = listed('s2', 'The Sample')
const stored = withLines(sample)

beforeEach(() => void (library.own = [listed('s1')]))
afterEach(() => vi.useRealTimers())

const fdx = (name = 'sample.fdx') => new File(['<FinalDraft/>'], name, { type: 'text/xml' })
const openUpload = async () => {
  const page = openPage('/dashboard')
  await userEvent.click(await screen.findByRole('tab', { name: 'Upload' }))
  return page
}

test('product §4, §7 sends the file in the field script with a key, reports success, and shows the scripts after 1.5 s', async () => {
  let received: { body: string; key: string | null } | undefined
  const parsed = Promise.withResolvers<void>()
  server.use(
    stub(uploadScript, async ({ request }) => {
      received = { body: await request.text(), key: request.headers.get('idempotency-key') }
      await parsed.promise
      library.own = [sample, ...library.own]
      return { success: true, data: { script: stored } }
    }),
  )
  await openUpload()
  expect(isHeld()).toBe(false)
  await userEvent.upload(screen.getByLabelText('Script file'), fdx())
  // product §14: no new version is offered during an upload.
  expect(isHeld()).toBe(true)
  expect(await screen.findByText(/Uploading file\.\.\.|Processing script\.\.\./)).toBeTruthy()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Browse Files' }).hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(received).toBeTruthy())
  expect(received?.body).toMatch(/name="script"; filename="sample\.fdx"[^<]*\r\n\r\n<FinalDraft\/>\r\n/)
  expect(received?.key).toMatch(/^[\w-]{36}$/)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  parsed.resolve()
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
  expect(screen.getByText('Script uploaded and parsed successfully!')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Upload' }).getAttribute('aria-selected')).toBe('true')
  expect(isHeld()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(isHeld()).toBe(false)
  expect(screen.getByRole('tab', { name: 'Scripts' }).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByRole('heading', { name: 'The Sample' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'The Sample' })))
})

test("product §10: shows the server's message for a full library, without a retry", async () => {
  let tries = 0
  const error = 'You have 500 scripts, which is the most. Delete one and upload again.'
  server.use(
    stub(uploadScript, () => {
      tries += 1
      return failed('LIBRARY_FULL', error)
    }),
  )
  await openUpload()
  await userEvent.upload(screen.getByLabelText('Script file'), fdx())
  expect((await screen.findByRole('alert')).textContent).toBe(error)
  expect(tries).toBe(1)
})

test('product §8 a failure is shown once: in the upload area, or as a message while it is not in view', async () => {
  const error = 'This is no Final Draft file.'
  server.use(stub(uploadScript, () => failed('UNPARSABLE_SCRIPT', error)))
  const { go } = await openUpload()
  await userEvent.upload(screen.getByLabelText('Script file'), fdx())
  expect(await screen.findByText('Upload failed')).toBeTruthy()
  expect(screen.getAllByText(new RegExp(error))).toEqual([screen.getByRole('alert')])

  const { arrived, respond } = holdRoute(server, uploadScript, () => failed('UNPARSABLE_SCRIPT', error))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await arrived
  await go('/elsewhere')
  respond()
  expect(await screen.findByText(`Failed to upload script: ${error}`)).toBeTruthy()
  expect(screen.getAllByText(new RegExp(error))).toHaveLength(1)
  await go('/dashboard')
  expect((await screen.findByRole('alert')).textContent).toBe(error)
})

test('product §4 Try Again of a file that has changed opens the chooser and offers to choose it again', async () => {
  server.use(stub(uploadScript, () => failed('UNPARSABLE_SCRIPT', 'This is no Final Draft file.')))
  await openUpload()
  const changed = fdx()
  const input = screen.getByLabelText('Script file')
  await userEvent.upload(input, changed)
  await screen.findByText('Upload failed')
  // What browsers do with a file that was saved again.
  vi.spyOn(changed, 'slice').mockImplementation(() => {
    throw new DOMException('saved again', 'NotReadableError')
  })
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true })
  const opened = vi.spyOn(input, 'click')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(
    await screen.findByText(
      'The file has changed on this device since you chose it. Choose it again to upload it.',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose the file again' }))
  expect(opened).toHaveBeenCalledTimes(2)
})

test('product §5 rejects a dropped file other than .fdx, and accepts a dropped .fdx', async () => {
  server.use(stub(uploadScript, () => ({ success: true, data: { script: stored } })))
  await openUpload()
  const area = screen.getByRole('region', { name: 'Upload Script' })
  const drop = (file: File) => {
    const event = createEvent.drop(area)
    Object.defineProperty(event, 'dataTransfer', { value: { files: [file], types: ['Files'] } })
    fireEvent(area, event)
  }
  drop(fdx('notes.pdf'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a FinalDraft (.fdx) file')
  drop(fdx('SAMPLE.FDX'))
  expect(await screen.findByText('Script uploaded and parsed successfully!')).toBeTruthy()
})

test('product §2, §5 Cancel returns to the scripts and clears the message of a rejected file', async () => {
  await openUpload()
  fireEvent.change(screen.getByLabelText('Script file'), { target: { files: [fdx('notes.pdf')] } })
  await screen.findByText('Please select a FinalDraft (.fdx) file')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('tab', { name: 'Scripts' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('tab', { name: 'Upload' }))
  expect(await screen.findByRole('button', { name: 'Browse Files' })).toBeTruthy()
  expect(screen.queryByText('Please select a FinalDraft (.fdx) file')).toBeNull()
})

/** Whether the browser would ask before leaving the page. */
const asksOnLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('product §4 an upload continues on another page, with its message, and shows its progress on return', async () => {
  const { respond } = holdRoute(server, uploadScript, () => {
    library.own = [sample, ...library.own]
    return { success: true, data: { script: stored } }
  })
  const { go } = await openUpload()
  await userEvent.upload(screen.getByLabelText('Script file'), fdx())
  await go('/settings')
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  expect(asksOnLeaving()).toBe(true)
  await go('/dashboard')
  expect(await screen.findByText(/Uploading file\.\.\.|Processing script\.\.\./)).toBeTruthy()
  await go('/settings')
  respond()
  expect(await screen.findByText('Script uploaded and parsed successfully!')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy()
  expect(asksOnLeaving()).toBe(false)
  await go('/dashboard')
  expect(await screen.findByRole('heading', { name: 'The Sample' })).toBeTruthy()
})

test('product §2 without scripts, a sample script can be uploaded with one click', async () => {
  library.own = []
  let body = ''
  server.use(
    stub(uploadScript, async ({ request }) => {
      body = await request.text()
      return { success: true, data: { script: stored } }
    }),
  )
  openPage('/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'Try a sample script' }))
  expect(await screen.findByText('Script uploaded and parsed successfully!')).toBeTruthy()
  expect(body).toContain('filename="The Last Bus to Harrow Hill.fdx"')
})
