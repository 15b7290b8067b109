import { clearCache } from '@andscene/contracts/routes/caching'
import { readHealth } from '@andscene/contracts/routes/health'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { system } from '@andscene/web-kit/testing/jsdom'
import { holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listed, openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

const scripts = ['a', 'b'].map(listed)
beforeEach(() => {
  system.still = true
  server.use(
    stub(listScripts, () => ({ success: true, data: { scripts } })),
    stub(readHealth, () => ({ success: true, status: 'ok', version: '1', services: {} })),
  )
})
const card = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('article')!)

test.each(['Delete', 'Clear Cache'])('a question goes with the page that asked it: %s', async (name) => {
  const page = openPage('/dashboard')
  await userEvent.click((await card('Draft a')).getByRole('button', { name }))
  await screen.findByRole('dialog')
  await page.go('/elsewhere')
  await screen.findByText('another page')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('clearing the cache of two scripts shows both', async () => {
  const { respond } = holdRoute(server, clearCache, () => ({ success: true, filesDeleted: 1 }))
  openPage('/dashboard')
  const cards = [await card('Draft a'), await card('Draft b')]
  for (const one of cards) {
    await userEvent.click(one.getByRole('button', { name: 'Clear Cache' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear Cache' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const busy = () =>
    cards.map((one) => one.getByRole('button', { name: 'Clear Cache' }).getAttribute('aria-busy'))
  expect(busy()).toEqual(['true', 'true'])
  respond()
  await waitFor(() => expect(busy()).toEqual(['false', 'false']))
})
