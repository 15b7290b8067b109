import { readHealth } from '@andscene/contracts/routes/health'
import { deleteScript, listScripts, renameScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import { system } from '@andscene/web-kit/testing/jsdom'
import { stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listed, openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

let scripts: ScriptListItem[]
const list = (...ids: string[]) => {
  scripts = ids.map(listed)
}

beforeEach(() => {
  system.still = true
  server.use(
    stub(listScripts, () => ({ success: true, data: { scripts } })),
    stub(readHealth, () => ({ success: true, status: 'ok', version: '1', services: {} })),
    stub(renameScript, ({ params }) => ({
      success: true,
      data: { script: { ...listed(params.id), content: { lines: [], characters: [] } } },
    })),
    stub(deleteScript, ({ params }) => {
      scripts = scripts.filter(({ _id }) => _id !== params.id)
      return { success: true }
    }),
  )
  openPage('/dashboard')
})

const button = async (id: string, name: string) => {
  const heading = await screen.findByRole('heading', { name: `Draft ${id}` })
  return within(heading.closest('article')!).getByRole('button', { name })
}
const remove = async (id: string) => {
  await userEvent.click(await button(id, 'Delete'))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
}
const focused = () => document.activeElement?.textContent

describe('the focus after a dialog', () => {
  beforeEach(() => list('a', 'b', 'c'))

  test.each(['Cancel', 'Rename'])('returns to the Rename button that opened it: %s', async (choice) => {
    const opener = await button('b', 'Rename')
    await userEvent.click(opener)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: choice }))
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('goes to the card after the deleted one', async () => {
    await remove('b')
    await waitFor(() => expect(focused()).toBe('Draft c'))
  })

  test('goes to the card before when the last one was deleted', async () => {
    await remove('c')
    await waitFor(() => expect(focused()).toBe('Draft b'))
  })
})

describe('the focus when no card is left', () => {
  beforeEach(() => list('a'))

  test('goes to the heading of the page', async () => {
    await remove('a')
    await waitFor(() => expect(focused()).toBe('Your Scripts'))
  })
})
