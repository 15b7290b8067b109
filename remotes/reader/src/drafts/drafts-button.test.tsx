import { listDrafts } from '@andscene/contracts/routes/drafts'
import type { Draft } from '@andscene/contracts/drafts'
import type { Role } from '@andscene/contracts/sharing/roles'
import { stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { backend, openReader, SCRIPT, server, setUpReader } from '../testing/reader-page.tsx'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()
// Loaded late, so that no wait of a test includes it.
beforeAll(() => import('@andscene/web-kit/drafts/drafts-dialog'), 120_000)

const DRAFT: Draft = {
  number: 1,
  name: 'Draft 1',
  uploadedAt: SCRIPT.uploadedAt,
  mine: true,
  pages: 3,
  lineCount: 47,
  characterCount: 2,
}
beforeEach(() =>
  server.use(stub(listDrafts, () => ({ success: true, data: { drafts: [DRAFT], present: 1 } }))),
)
const openAs = async (role: Role, at?: string) => {
  backend.script = { ...SCRIPT, role, draft: { number: 1, name: 'Draft 1' }, draftCount: 1 }
  const page = openReader(at)
  await screen.findByRole('heading', { name: SCRIPT.title })
  return page
}
const button = () => screen.queryByRole('button', { name: 'Drafts' })

test('product §16 New Draft in the header opens the upload', async () => {
  await openAs('editor')
  await userEvent.click(button()!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'New Draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Drafts of/ }))
  expect(await dialog.findByRole('button', { name: 'Browse Files' })).toBeTruthy()
})

test('product §16 an address opens the upload once', async () => {
  const { router } = await openAs('owner', '/scripts/script1?drafts=new')
  expect(await screen.findByRole('button', { name: 'Browse Files' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('product §16 a listener of one draft has no drafts', async () => {
  await openAs('listener')
  expect(button()).toBeNull()
})

test('product §16 with an older backend, an owner has no drafts', async () => {
  openReader()
  await screen.findByRole('button', { name: 'Share' })
  expect(button()).toBeNull()
})
