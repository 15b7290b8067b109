import '../testing/jsdom.ts'
import type { Draft } from '@andscene/contracts/drafts'
import { listDrafts } from '@andscene/contracts/routes/drafts'
import { createLink, readSharing } from '@andscene/contracts/routes/sharing'
import type { ShareLink, Sharing } from '@andscene/contracts/sharing/sharing'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { SnackbarProvider } from '../components/snackbar.tsx'
import { backend } from '../testing/backend.ts'
import { system } from '../testing/jsdom.ts'
import { stub } from '../testing/stub.ts'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { ThemeProvider } from '../theme/theme.tsx'
import { ShareDialog } from './share-dialog.tsx'

const DRAFTS = ['White', 'Blue', 'Pink'].map((name, index): Draft => ({
  number: index + 1,
  name,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  mine: true,
  pages: 1,
  lineCount: 1,
  characterCount: 1,
}))
const LINK: ShareLink = {
  _id: 'l1',
  name: 'Producers',
  role: 'listener',
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2096-12-25T12:00:00.000Z',
  hasPassphrase: false,
  opens: 0,
  guests: [],
}
let sharing: Sharing
const server = backend()
beforeEach(() => {
  system.still = true
  sharing = {
    links: [],
    collaborators: [
      { _id: 'c1', email: 'bob@example.org', role: 'listener', invitedAt: LINK.createdAt, mail: 'sent' },
    ],
  }
  server.use(
    stub(readSharing, () => ({ success: true, data: sharing })),
    stub(listDrafts, () => ({ success: true, data: { drafts: DRAFTS, present: 3 } })),
  )
})
afterEach(cleanup)

function openDialog(draftCount?: number) {
  render(
    <ThemeProvider>
      <AntdProvider>
        <SnackbarProvider>
          <QueryClientProvider client={createQueryClient()}>
            <ShareDialog
              scriptId="s1"
              title="Lantern Street"
              open
              {...(draftCount !== undefined && { draftCount })}
              onClose={() => undefined}
            />
          </QueryClientProvider>
        </SnackbarProvider>
      </AntdProvider>
    </ThemeProvider>,
  )
}
const openLinks = async () => userEvent.click(await screen.findByRole('tab', { name: /^Links/ }))

test('product §11 a link for guests can lead to the changes since a draft', async () => {
  const bodies: unknown[] = []
  server.use(
    stub(createLink, ({ body }) => {
      bodies.push(body)
      const { changesSince } = body
      const link = { ...LINK, ...(changesSince !== undefined && { changesSince }) }
      sharing = { ...sharing, links: [link] }
      return { success: true, data: { link, token: 'T'.repeat(43) } }
    }),
  )
  openDialog(3)
  await openLinks()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the link' }), 'Producers')
  const since = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Since which draft' })
  expect(since.disabled).toBe(true)
  expect([...since.options].map(({ text }) => text)).toEqual(['Blue', 'White'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lead to the changes since' }))
  await userEvent.selectOptions(since, 'White')
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address of the link' })
  expect(address.value).toBe(`${location.origin}/listen?changes=1#${'T'.repeat(43)}`)
  expect(bodies).toEqual([expect.objectContaining({ changesSince: 1 })])
  const row = within(screen.getByRole('list')).getByText('Producers').closest('li')!
  expect(row.textContent).toContain('Leads to the changes since White')
})

test('product §11 people with access get a link to the changes since any older draft', async () => {
  openDialog(3)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to the changes' })
  expect(field.value).toBe(`${location.origin}/scripts/s1?changes=2`)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Changes since' }), 'White')
  expect(field.value).toBe(`${location.origin}/scripts/s1?changes=1`)
})

test('product §11 a script with one draft, or an older backend, offers no changes', async () => {
  server.use(stub(listDrafts, () => Promise.reject(new Error('not requested'))))
  openDialog()
  await screen.findByText('bob@example.org')
  expect(screen.queryByText('Link to the changes')).toBeNull()
  await openLinks()
  await screen.findByRole('textbox', { name: 'Name of the link' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})
