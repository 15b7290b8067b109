import { readHealth } from '@andscene/contracts/routes/health'
import { deleteScript, listScripts, renameScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import { system } from '@andscene/web-kit/testing/jsdom'
import { stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listed, openPage, server, setUpPages } from '../testing/page.tsx'

setUpPages()

let scripts: ScriptListItem[]
const list = (...ids: string[]) => {
  scripts = ids.map(listed)
  openPage('/dashboard')
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

test.each(['Cancel', 'Rename'])(
  'the focus returns to the Rename button that opened it: %s',
  async (choice) => {
    list('a', 'b', 'c')
    const opener = await button('b', 'Rename')
    await userEvent.click(opener)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: choice }))
    await waitFor(() => expect(document.activeElement).toBe(opener))
  },
)

test.each([
  [['a', 'b', 'c'], 'b', 'the card after it', 'Draft c'],
  [['a', 'b', 'c'], 'c', 'the card before the last one', 'Draft b'],
  [['a'], 'a', 'the heading of the page', 'Your Scripts'],
])('of %j, the focus goes from the deleted %s to %s', async (ids, id, _what, text) => {
  list(...ids)
  await remove(id)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(text))
})
