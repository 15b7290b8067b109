import '../testing/jsdom.ts'
import type { Draft, DraftQuestions, Drafts } from '@andscene/contracts/drafts'
import {
  deleteDraft,
  listDrafts,
  makeDraftPresent,
  renameDraft,
  uploadDraft,
} from '@andscene/contracts/routes/drafts'
import { uploadScript } from '@andscene/contracts/routes/scripts'
import type { Role } from '@andscene/contracts/sharing/roles'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { SnackbarProvider } from '../components/snackbar.tsx'
import { isHeld } from '../navigation/safe-moment.ts'
import { backend, SCRIPT } from '../testing/backend.ts'
import { system } from '../testing/jsdom.ts'
import { memoryRouter } from '../testing/memory-router.tsx'
import { conflicting, failed, holdRoute, stub } from '../testing/stub.ts'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { ThemeProvider } from '../theme/theme.tsx'
import { DraftsDialog } from './drafts-dialog.tsx'

const draft = (number: number, rest: Partial<Draft> = {}): Draft => ({
  number,
  name: `Draft ${number}`,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  uploadedBy: 'Ana Writer',
  mine: true,
  pages: 90 + number,
  lineCount: 1_000,
  characterCount: 5,
  bytes: 40_000,
  ...rest,
})
const NO_COUNTS = { same: 900, reworded: 0, moved: 0, new: 0, cut: 0 }

let drafts: Drafts
/** The texts of the requests that uploaded a file. */
let sent: string[]
const server = backend()
beforeEach(() => {
  system.still = true
  sent = []
  drafts = { drafts: [draft(1), draft(2)], present: 2 }
  server.use(stub(listDrafts, () => ({ success: true, data: drafts })))
})
afterEach(cleanup)

/** Stores the new draft, after the backend has asked these questions. */
const receive = (
  questions?: DraftQuestions,
  counts = { ...NO_COUNTS, reworded: 8, new: 3, cut: 1 },
  since?: number,
) =>
  server.use(
    stub(uploadDraft, async ({ request }) => {
      sent.push(await request.text())
      if (questions && !sent.at(-1)!.includes('name="answers"')) return conflicting(uploadDraft, questions)
      const made = draft(3)
      const listed = { ...made, ...(since !== undefined && { changes: { since, counts } }) }
      drafts = { drafts: [...drafts.drafts, listed], present: 3 }
      return { success: true, data: { draft: made, drafts, counts } }
    }),
  )

type Opening = { role?: Role; startsNew?: boolean }

function Page({ role, startsNew = false }: Opening) {
  const [open, setOpen] = useState(true)
  const [isScript, setScript] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open the drafts
      </button>
      {isScript && <p>Uploads a script</p>}
      <DraftsDialog
        scriptId="s1"
        title="Lantern Street"
        role={role}
        open={open}
        startsNew={startsNew}
        onClose={() => setOpen(false)}
        onNewScript={() => setScript(true)}
      />
    </>
  )
}

async function openDialog(opening: Opening = {}) {
  const client = createQueryClient()
  const { queries, mutations } = client.getDefaultOptions()
  client.setDefaultOptions({
    queries: { ...queries, retry: false },
    mutations: { ...mutations, retry: false },
  })
  const router = memoryRouter(
    [
      { path: '/', element: <Page {...opening} /> },
      { path: '*', element: <p>another page</p> },
    ],
    '/',
  )
  render(
    <ThemeProvider>
      <AntdProvider>
        <SnackbarProvider>
          <QueryClientProvider client={client}>{router.element}</QueryClientProvider>
        </SnackbarProvider>
      </AntdProvider>
    </ThemeProvider>,
  )
  await screen.findByRole('dialog')
  const address = () => `${router.state.location.pathname}${router.state.location.search}`
  return { address }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fdx = () => new File(['<FinalDraft/>'], 'Lantern Street 3.fdx', { type: 'text/xml' })
const choose = async () => userEvent.upload(await screen.findByLabelText('Script file'), fdx())
const rowOf = async (name: string) => {
  const title = await waitFor(() => {
    const found = screen.getAllByText(name).find((element) => element.closest('li'))
    expect(found).toBeTruthy()
    return found!
  })
  return within(title.closest('li')!)
}
/** Answers the question on top of the dialog. */
const agree = async (question: string, name: string) => {
  const dialog = (await screen.findAllByText(question))[0]!.closest<HTMLElement>('[role=dialog]')!
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

describe('product §16 a new draft', () => {
  test('is uploaded like a script, and its changes are summed up', async () => {
    receive()
    const { address } = await openDialog({ startsNew: true })
    await choose()
    expect((await screen.findByText(/12 changed lines/)).textContent).toBe(
      'Draft 3: 12 changed lines (8 reworded, 3 new, 1 cut)',
    )
    expect(sent[0]).not.toContain('name="answers"')
    expect(await rowOf('Draft 3')).toBeTruthy()
    await press('Play Changes')
    expect(address()).toBe('/scripts/s1?changes=2')
  })

  test('plays its changes since the draft that was the present one', async () => {
    receive(undefined, undefined, 1)
    const { address } = await openDialog({ startsNew: true })
    await choose()
    await screen.findByRole('region', { name: 'New Draft' })
    await press('Play Changes')
    expect(address()).toBe('/scripts/s1?changes=1')
  })

  test('without changes offers no changes to play', async () => {
    receive(undefined, NO_COUNTS)
    await openDialog({ startsNew: true })
    await choose()
    expect(await screen.findByText(/No changed lines/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Play Changes' })).toBeNull()
    await press('Done')
    expect(await screen.findByRole('button', { name: 'New Draft' })).toBeTruthy()
    expect(isHeld()).toBe(false)
  })

  test('is named after the upload', async () => {
    receive()
    const names: string[] = []
    server.use(
      stub(renameDraft, ({ body }) => {
        names.push(body.name)
        return { success: true, data: drafts }
      }),
    )
    await openDialog({ startsNew: true })
    await choose()
    const summary = within(await screen.findByRole('region', { name: 'New Draft' }))
    await userEvent.click(summary.getByRole('button', { name: 'Rename' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the draft' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.clear(field)
    await userEvent.type(field, 'Blue{Enter}')
    await waitFor(() => expect(names).toEqual(['Blue']))
    expect(await screen.findByText('Blue')).toBeTruthy()
  })

  test('whose file the backend rejects keeps the sentence, and can be tried again', async () => {
    const error = 'This file is not a Final Draft document.'
    server.use(stub(uploadDraft, () => failed('UNPARSABLE_SCRIPT', error)))
    await openDialog({ startsNew: true })
    await choose()
    expect((await screen.findByRole('alert')).textContent).toBe(error)
    await userEvent.keyboard('{Escape}')
    await press('Open the drafts')
    expect((await screen.findByRole('alert')).textContent).toBe(error)
    receive()
    await press('Try Again')
    expect(await screen.findByText(/12 changed lines/)).toBeTruthy()
  })
})

describe('product §16 questions before anything changes', () => {
  const RENAMED = [
    { from: 'LT. KAREN', to: 'KAREN' },
    { from: 'GUARD', to: 'BOOTH' },
  ]

  test('renamed characters: Yes by default, and the answers go with the file', async () => {
    receive({ renamed: RENAMED })
    await openDialog({ startsNew: true })
    await choose()
    const karen = within(await screen.findByRole('group', { name: 'Is LT. KAREN now KAREN?' }))
    expect(karen.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
    expect(isHeld()).toBe(true)
    const guard = within(screen.getByRole('group', { name: 'Is GUARD now BOOTH?' }))
    await userEvent.click(guard.getByRole('radio', { name: 'No' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the draft (optional)' }), ' Blue ')
    await press('Add Draft')
    expect(await screen.findByText(/12 changed lines/)).toBeTruthy()
    const [, second] = sent
    expect(second).toContain(JSON.stringify({ renamed: [RENAMED[0]], name: 'Blue' }))
    expect(second!.indexOf('name="answers"')).toBeLessThan(second!.indexOf('name="script"'))
  })

  test('another script: says what is in common, and continues only on request', async () => {
    receive({ different: 0.047 })
    await openDialog({ startsNew: true })
    await choose()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This file has little in common with “Lantern Street”: 4\u00a0% of the lines. Upload it as a new draft anyway?',
    )
    await press('Upload as a New Draft')
    expect(await screen.findByText(/12 changed lines/)).toBeTruthy()
    expect(sent[1]).toContain(JSON.stringify({ renamed: [], different: true }))
  })

  test('another script can be uploaded as one', async () => {
    receive({ different: 0 })
    const scripts: string[] = []
    server.use(
      stub(uploadScript, async ({ request }) => {
        scripts.push(await request.text())
        return { success: true, data: { script: SCRIPT } }
      }),
    )
    await openDialog({ startsNew: true })
    await choose()
    await press('Upload as a New Script')
    expect(await screen.findByText('Uploads a script')).toBeTruthy()
    await waitFor(() => expect(scripts).toHaveLength(1))
    expect(scripts[0]).toContain('<FinalDraft/>')
    expect(sent).toHaveLength(1)
  })

  test('the same file: nothing to do', async () => {
    receive({ same: draft(2, { name: 'Blue' }) })
    await openDialog({ startsNew: true })
    await choose()
    expect((await screen.findByText(/Nothing was changed/)).textContent).toBe(
      'This is the file of Blue. Nothing was changed.',
    )
    await press('Choose Another File')
    expect(await screen.findByRole('button', { name: 'Browse Files' })).toBeTruthy()
  })

  test('that come after the dialog has closed are announced and kept', async () => {
    const { arrived, respond } = holdRoute(server, uploadDraft, () =>
      conflicting(uploadDraft, { renamed: RENAMED }),
    )
    const { address } = await openDialog({ startsNew: true })
    await choose()
    await arrived
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    respond()
    expect(await screen.findByText('The new draft of "Lantern Street" requires your answer.')).toBeTruthy()
    await press('Open the drafts')
    expect(await screen.findByRole('group', { name: 'Is LT. KAREN now KAREN?' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Answer')
    expect(address()).toBe('/scripts/s1?drafts=new')
  })
})

describe('product §16 the list of drafts', () => {
  test('shows the latest first, with what each differs from the one before', async () => {
    const counts = { ...NO_COUNTS, reworded: 8, new: 3, cut: 1 }
    drafts = { drafts: [draft(1), draft(2, { changes: { since: 1, counts } })], present: 2 }
    await openDialog()
    await rowOf('Draft 2')
    const names = screen.getAllByText(/^Draft \d$/).map(({ textContent }) => textContent)
    expect(names).toEqual(['Draft 2', 'Draft 1'])
    const present = screen.getByText('Present').closest('li')!
    expect(present.getAttribute('aria-current')).toBe('true')
    expect(within(present).getByText('Draft 2')).toBeTruthy()
    const latest = await rowOf('Draft 2')
    expect(latest.getByText('92 pages (+1)')).toBeTruthy()
    expect(latest.getByText('12 changed lines (8 reworded, 3 new, 1 cut)')).toBeTruthy()
    expect(latest.getByText('1,000 lines')).toBeTruthy()
    expect((await rowOf('Draft 1')).getByText('91 pages')).toBeTruthy()
    expect(screen.getByText('Together they take 80 KB of the owner’s library.')).toBeTruthy()
  })

  test.each([
    ['Open', '/scripts/s1?draft=1'],
    ['Show Changes', '/scripts/s1?changes=1'],
  ])('%s of an older draft leads to the reader', async (name, to) => {
    const { address } = await openDialog()
    await userEvent.click((await rowOf('Draft 1')).getByRole('button', { name }))
    expect(address()).toBe(to)
  })

  test('makes an older draft the present one after a question', async () => {
    server.use(
      stub(makeDraftPresent, ({ params }) => {
        drafts = { ...drafts, present: Number(params.draft) }
        return { success: true, data: drafts }
      }),
    )
    await openDialog()
    await userEvent.click((await rowOf('Draft 1')).getByRole('button', { name: 'Make Present' }))
    await agree('Make Draft 1 the present draft?', 'Make Present')
    expect(await screen.findByText('Draft 1 is now the present draft.')).toBeTruthy()
    const row = await rowOf('Draft 1')
    expect(row.getByText('Present')).toBeTruthy()
    // The button that had the focus no longer exists.
    const rename = row.getByRole('button', { name: 'Rename' })
    await waitFor(() => expect(document.activeElement).toBe(rename))
  })

  test('says which draft becomes the present one when that is deleted', async () => {
    server.use(
      stub(deleteDraft, ({ params }) => {
        drafts = { drafts: drafts.drafts.filter(({ number }) => number !== Number(params.draft)), present: 1 }
        return { success: true, data: drafts }
      }),
    )
    await openDialog()
    await userEvent.click((await rowOf('Draft 2')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/^Draft 1 becomes the present draft\. /)).toBeTruthy()
    await agree('Delete Draft 2?', 'Delete')
    expect(await screen.findByText('Draft 2 was deleted.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.getByText(/The only draft cannot be deleted\. Delete the script instead\./)).toBeTruthy()
  })

  test('renames in place; Escape closes only the form', async () => {
    server.use(stub(renameDraft, () => failed('NOT_FOUND', 'The draft was not found.')))
    await openDialog()
    await userEvent.click((await rowOf('Draft 1')).getByRole('button', { name: 'Rename' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the draft' }), '!{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to rename the draft: The draft was not found.',
    )
    await userEvent.keyboard('{Escape}')
    const button = (await rowOf('Draft 1')).getByRole('button', { name: 'Rename' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test.each([
    ['owner', true, true],
    ['editor', true, false],
    ['commenter', false, false],
    ['listener', false, false],
  ] as const)('as %s: changes %s, deletes drafts of others %s', async (role, changes, deletes) => {
    drafts.drafts[0] = draft(1, { mine: false })
    await openDialog({ role })
    const row = await rowOf('Draft 1')
    expect(row.queryAllByRole('button', { name: 'Make Present' })).toHaveLength(changes ? 1 : 0)
    expect(row.queryAllByRole('button', { name: 'Delete' })).toHaveLength(deletes ? 1 : 0)
    expect(screen.queryAllByRole('button', { name: 'New Draft' })).toHaveLength(changes ? 1 : 0)
  })

  test('that fails to load says why and is loaded again', async () => {
    server.use(stub(listDrafts, () => failed('NOT_FOUND', 'Not found'), { once: true }))
    await openDialog()
    expect(await screen.findByText('Error loading drafts: Not found')).toBeTruthy()
    await press('Retry')
    expect(await rowOf('Draft 1')).toBeTruthy()
  })
})
