import { clearCache } from '@andscene/contracts/routes/caching'
import { deleteScript, listScripts, readScript, renameScript } from '@andscene/contracts/routes/scripts'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { ScriptListItem } from '@andscene/contracts/script'
import { setPreload } from '@andscene/web-kit/preload'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { castingKey, lastLineKey } from '@andscene/web-kit/storage-keys'
import { system } from '@andscene/web-kit/testing/jsdom'
import { failed, holdRoute, stub } from '@andscene/web-kit/testing/stub'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, cardOf, library, listed, openPage, server, withLines } from '../testing/page.tsx'

const script = (id: string, title: string, over: Partial<ScriptListItem> = {}): ScriptListItem => ({
  ...listed(id, title),
  characterCount: 12,
  pages: 98,
  lineCount: 2842,
  ...over,
})

beforeEach(() => {
  library.own = [script('s1', 'Lantern Street'), script('s2', 'ליל הסדר')]
})

afterEach(() => void vi.useRealTimers())

const lastPlayed = { lineIndex: 653, page: 33, lastUpdated: '2026-11-21T12:00:00.000Z' }
const summary = (scriptId: string, ready: number, making = false) => ({
  scriptId,
  total: 200,
  ready,
  failed: 0,
  making,
})

describe('the list', () => {
  test('product §2 shows Loading scripts..., then a card per script with its numbers and local date', async () => {
    openPage('/dashboard')
    expect(await screen.findByText('Loading scripts...')).toBeTruthy()
    const first = await cardOf('Lantern Street')
    expect(first.getByText('12 characters')).toBeTruthy()
    expect(first.getByText('98 pages')).toBeTruthy()
    expect(first.getByText('2,842 lines')).toBeTruthy()
    expect(first.getByText(new Date(library.own[0]!.uploadedAt).toLocaleDateString())).toBeTruthy()
  })

  test('product §2 a title has the language of its script, if that is known', async () => {
    library.own = [script('s1', 'La maison', { language: 'fr' }), script('s2', 'Quiet')]
    openPage('/dashboard')
    expect((await cardOf('La maison')).getByRole('heading').lang).toBe('fr')
    expect((await cardOf('Quiet')).getByRole('heading').lang).toBe('')
  })

  test.each([
    [1, '1 new note'],
    [3, '3 new notes'],
    [100, '99+ new notes'],
  ])(
    'product §12 a card with %d notes that the user has not seen links to them: %s',
    async (newNotes, name) => {
      library.own = [script('s1', 'Lantern Street', { newNotes }), script('s2', 'Quiet')]
      const page = openPage('/dashboard')
      const link = (await cardOf('Lantern Street')).getByRole('link', { name })
      expect((await cardOf('Quiet')).queryByText(/new note/)).toBeNull()
      await userEvent.click(link)
      expect(page.location()).toBe('/scripts/s1')
      expect(link.getAttribute('href')).toBe('/scripts/s1?note=new')
    },
  )

  test.each([
    ['Lantern Street', {}, undefined],
    ['View', {}, undefined],
    ['Cast', {}, 'cast'],
    ['Listen', { castCount: 13 }, 'play'],
    ['Continue', { castCount: 13, lastPlayed }, 'play'],
  ])('product §2 %s opens the script and requests its action', async (name, over, begin) => {
    library.own = [script('s1', 'Lantern Street', over)]
    const page = openPage('/dashboard')
    await userEvent.click((await cardOf('Lantern Street')).getByRole('link', { name }))
    expect([page.location(), page.begin()]).toEqual(['/scripts/s1', begin])
  })

  test('product §2 without scripts, asks for an upload and hides New Script', async () => {
    library.own = []
    openPage('/dashboard')
    expect(await screen.findByText('No scripts uploaded yet')).toBeTruthy()
    expect(screen.getByText('Upload your first Final Draft script to get started')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New Script' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Upload Script' }))
    expect(await screen.findByText('Choose a FinalDraft (.fdx) file or drag it here')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Upload' }).getAttribute('aria-selected')).toBe('true')
  })

  test('product §8 shows why scripts could not be loaded, and loads again on Retry', async () => {
    server.use(stub(listScripts, () => failed('FORBIDDEN', 'Not yours'), { once: true }))
    openPage('/dashboard')
    expect(await screen.findByText('Error loading scripts: Not yours')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Lantern Street' })).toBeTruthy()
  })

  test('product §7 reads all pages of a long list by cursor', async () => {
    server.use(
      stub(listScripts, ({ query }) =>
        query.get('cursor') === 'after s1'
          ? { success: true, data: { scripts: library.own.slice(1) } }
          : { success: true, data: { scripts: library.own.slice(0, 1), nextCursor: 'after s1' } },
      ),
    )
    openPage('/dashboard')
    expect(await screen.findByRole('heading', { name: 'ליל הסדר' })).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('product §2 New Script toggles an inline upload panel', async () => {
    openPage('/dashboard')
    const toggle = await screen.findByRole('button', { name: 'New Script' })
    await userEvent.click(toggle)
    expect(screen.getByRole('heading', { name: 'Upload Script' })).toBeTruthy()
    await userEvent.click(toggle)
    expect(screen.queryByRole('heading', { name: 'Upload Script' })).toBeNull()
  })
})

describe('a card', () => {
  test('product §2 shows readiness and position; all cards share one request', async () => {
    library.own = [
      script('s1', 'Lantern Street', { castCount: 13, lastPlayed }),
      script('s2', 'Second', { castCount: 13 }),
      script('s3', 'Third'),
    ]
    const asked: (string | null)[] = []
    server.use(
      stub(listNarrations, ({ query }) => {
        asked.push(query.get('scripts'))
        return { success: true, data: { narrations: [summary('s1', 200), summary('s2', 80, true)] } }
      }),
    )
    openPage('/dashboard')
    const first = await cardOf('Lantern Street')
    expect(await first.findByText('Audio ready')).toBeTruthy()
    expect(first.getByText('Page 33 of 98 · 23 % played')).toBeTruthy()
    expect((await cardOf('Second')).getByText('Making audio 40 %')).toBeTruthy()
    expect(asked).toEqual(['s1,s2'])
  })

  test('polls while audio is being made, then stops', async () => {
    library.own = [script('s1', 'Lantern Street', { castCount: 13 })]
    let ready = 80
    let asked = 0
    server.use(
      stub(listNarrations, () => {
        asked += 1
        return { success: true, data: { narrations: [summary('s1', ready, ready < 200)] } }
      }),
    )
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    })
    openPage('/dashboard')
    const only = await cardOf('Lantern Street')
    expect(await only.findByText('Making audio 40 %')).toBeTruthy()
    ready = 200
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(await only.findByText('Audio ready')).toBeTruthy()
    const before = asked
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(asked).toBe(before)
  })

  test('is updated without a reload when the script was cast or played on another page', async () => {
    const page = openPage('/dashboard')
    await (await cardOf('Lantern Street')).findByText('Not cast')
    await page.go('/scripts/s1')
    await screen.findByText('another page')
    library.own = [script('s1', 'Lantern Street', { castCount: 3, lastPlayed })]
    await page.go('/dashboard')
    const first = await cardOf('Lantern Street')
    expect(await first.findByText('3 of 13 voices assigned')).toBeTruthy()
    expect(first.getByRole('link', { name: 'Continue' })).toBeTruthy()
  })

  test('product §2 preloads the reader and the script on hover or touch', async () => {
    const pages: string[] = []
    setPreload((pathname) => pages.push(pathname))
    const asked: string[] = []
    server.use(
      stub(readScript, ({ params }) => {
        asked.push(params.id)
        return { success: true, data: { script: withLines(library.own[0]!) } }
      }),
    )
    const { client } = openPage('/dashboard')
    await userEvent.hover(await screen.findByRole('article', { name: 'Lantern Street' }))
    await waitFor(() => expect(client.getQueryData(queryKeys.script('s1'))).toMatchObject({ _id: 's1' }))
    expect([pages, asked]).toEqual([['/scripts/s1'], ['s1']])
    fireEvent.touchStart(screen.getByRole('article', { name: 'ליל הסדר' }))
    expect(pages).toEqual(['/scripts/s1', '/scripts/s2'])
    setPreload(() => undefined)
  })
})

async function deleteFirst() {
  const page = openPage('/dashboard')
  await userEvent.click((await cardOf('Lantern Street')).getByRole('button', { name: 'Delete' }))
  await answer('Delete', 'Are you sure you want to delete "Lantern Street"?')
  return page
}

const clearFirst = async () => {
  await userEvent.click((await cardOf('Lantern Street')).getByRole('button', { name: 'Clear Cache' }))
  const dialog = await answer('Clear Cache', 'Clear all audio cache for "Lantern Street"?')
  expect(dialog.textContent).toContain('Cached audio is removed and regenerated on next play.')
}

test('product §2 a title with direction controls does not reorder the question', async () => {
  const title = 'Lantern\u202e?teertS'
  library.own[0] = { ...library.own[0]!, title }
  openPage('/dashboard')
  await userEvent.click((await cardOf(title)).getByRole('button', { name: 'Delete' }))
  const question = 'Are you sure you want to delete "\u2068Lantern?teertS\u2069"?'
  expect(await screen.findByRole('dialog', { name: question })).toBeTruthy()
})

describe('deleting', () => {
  test.each([
    ['done', () => ({ success: true }) as const],
    ['already deleted', () => failed('NOT_FOUND', 'No such script')],
  ])(
    "product §7, §8 removes the card and the script's data on the device, with a message: %s",
    async (_, respond) => {
      localStorage.setItem(castingKey('s1'), '{}')
      localStorage.setItem(lastLineKey('s1'), '3')
      localStorage.setItem('andscene_audio_s1_l1_v1', '{}')
      localStorage.setItem('andscene_audio_s2_l1_v1', '{}')
      server.use(
        stub(deleteScript, ({ params }) => {
          library.own = library.own.filter(({ _id }) => _id !== params.id)
          return respond()
        }),
      )
      await deleteFirst()
      expect(await screen.findByText('Script deleted successfully!')).toBeTruthy()
      expect(screen.queryByRole('heading', { name: 'Lantern Street' })).toBeNull()
      expect(Object.keys(localStorage)).toEqual(['andscene_audio_s2_l1_v1'])
    },
  )

  test.each(['/dashboard', '/elsewhere'])(
    'product §8 shows a failure on %s and restores the card',
    async (path) => {
      const { respond } = holdRoute(server, deleteScript, () => failed('CONFLICT', 'It is being read'))
      const page = await deleteFirst()
      await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
      await page.go(path)
      await waitFor(() =>
        expect(screen.queryAllByRole('article')).toHaveLength(path === '/dashboard' ? 1 : 0),
      )
      respond()
      expect(await screen.findByText('Failed to delete script: It is being read')).toBeTruthy()
      await page.go('/dashboard')
      expect(await screen.findByRole('heading', { name: 'Lantern Street' })).toBeTruthy()
    },
  )
})

describe('clearing the cache', () => {
  test('product §8 asks first, deletes the clips on the device too, and shows the number of deleted files', async () => {
    localStorage.setItem('andscene_audio_s1_l1_v1', '{}')
    let asked: unknown
    server.use(
      stub(clearCache, ({ body }) => {
        asked = body
        return { success: true, filesDeleted: 3_000 }
      }),
    )
    openPage('/dashboard')
    await clearFirst()
    expect(
      await screen.findByText('Cache cleared successfully for "Lantern Street"! (3,000 files deleted)'),
    ).toBeTruthy()
    expect(asked).toEqual({ scriptId: 's1' })
    expect(localStorage.getItem('andscene_audio_s1_l1_v1')).toBeNull()
  })

  test('product §8 shows why it failed', async () => {
    server.use(stub(clearCache, () => failed('FORBIDDEN', 'Not now')))
    openPage('/dashboard')
    await clearFirst()
    expect(await screen.findByText('Failed to clear cache: Not now')).toBeTruthy()
  })
})

test('renaming shows the new title immediately and stores it', async () => {
  let stored: unknown
  server.use(
    stub(renameScript, ({ body, params }) => {
      stored = body
      const renamed = script(params.id, body.title)
      library.own = [renamed, library.own[1]!]
      return { success: true, data: { script: withLines(renamed) } }
    }),
  )
  openPage('/dashboard')
  await userEvent.click((await cardOf('Lantern Street')).getByRole('button', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Title' })
  await userEvent.clear(field)
  await userEvent.type(field, '  Lamp Lane {Enter}')
  expect(await screen.findByRole('heading', { name: 'Lamp Lane' })).toBeTruthy()
  await waitFor(() => expect(stored).toEqual({ title: 'Lamp Lane' }))
})

async function rename(title: string, end: string): Promise<void> {
  await userEvent.click((await cardOf('Lantern Street')).getByRole('button', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Title' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.clear(field)
  await userEvent.type(field, title + end)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const renameButton = async (title: string) => (await cardOf(title)).getByRole('button', { name: 'Rename' })

describe('the focus after renaming', () => {
  beforeEach(() => {
    system.still = true
    server.use(
      stub(renameScript, ({ body, params }) => {
        library.own = library.own.map((known) => (known._id === params.id ? { ...known, ...body } : known))
        return { success: true, data: { script: withLines(library.own[0]!) } }
      }),
    )
  })

  test.each([
    ['saving', '{Enter}', 'Zebra'],
    ['cancelling', '{Escape}', 'Lantern Street'],
  ])('product §2 is on the button of the card after %s, also when the card moves', async (_, end, title) => {
    openPage('/dashboard')
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Title')
    await rename('Zebra', end)
    const button = await renameButton(title)
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('product §2 is on the next card if the new title does not match the search', async () => {
    library.own = [...library.own, ...Array.from({ length: 9 }, (_, n) => script(`m${n}`, `Lantern ${n}`))]
    openPage('/dashboard')
    await userEvent.type(await screen.findByLabelText('Find a script'), 'lantern')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10))
    await rename('Zebra', '{Enter}')
    const next = screen.getByRole('link', { name: 'Lantern 0' })
    await waitFor(() => expect(document.activeElement).toBe(next))
  })

  test('product §8 is on the button when the change failed and the old title is back', async () => {
    server.use(stub(renameScript, () => failed('FORBIDDEN', 'Not yours')))
    openPage('/dashboard')
    await rename('Zebra', '{Enter}')
    expect(await screen.findByText('Failed to rename script: Not yours')).toBeTruthy()
    const button = await renameButton('Lantern Street')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

test('product §3 an unknown health response breaks only the health line', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { client } = openPage('/dashboard')
  await screen.findByText('All systems are running')
  act(() => client.setQueryData(queryKeys.health, { status: 'ok', services: { tts: null } }))
  await waitFor(() => expect(screen.queryByText('All systems are running')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Lantern Street' })).toBeTruthy()
  vi.restoreAllMocks()
})
