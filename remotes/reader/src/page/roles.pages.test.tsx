import type { Role } from '@andscene/contracts/sharing/roles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { backend, changeRole, openReader, SCRIPT, setUpReader } from '../testing/reader-page.tsx'
import { heard, lineButton } from '../testing/opened-page.ts'
import { followers, tellPages } from '../testing/script-events.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

async function openAs(role: Role | undefined) {
  backend.script = { ...SCRIPT, ...(role && { role }) }
  openReader()
  await screen.findByRole('complementary', { name: 'Characters' })
  await waitFor(() => expect(followers()).toBe(1))
}
const has = (name: string) => screen.queryAllByRole('button', { name }).length > 0
const parts = () => ({
  assign: has('Assign Voices'),
  manage: has('Manage All'),
  give: has('Assign a voice to BEN'),
  card: has('Suggest a cast and play'),
  share: has('Share'),
})

test.each([
  [undefined, true, true],
  ['owner', true, true],
  ['editor', true, false],
  ['commenter', false, false],
  ['listener', false, false],
] as const)(
  'product §11: hides what a role may not use: %s: cast %s, share %s',
  async (role, casts, shares) => {
    await openAs(role)
    expect(parts()).toEqual({ assign: casts, manage: casts, give: casts, card: casts, share: shares })
    expect(screen.queryAllByText('No voice yet')).toHaveLength(casts ? 0 : 1)
  },
)

describe('product §11: lines without a voice, for users who may not assign one', () => {
  test('are reported and skipped', async () => {
    await openAs('listener')
    await userEvent.click(lineButton(6))
    await heard('No.')
    expect(await screen.findByText(/The writer has not given BEN a voice yet/)).toBeTruthy()
    expect(screen.queryByText('Voice Assignment Required')).toBeNull()
  })

  test('a script without any voices shows a message', async () => {
    backend.casting = { characterAssignments: {} }
    await openAs('commenter')
    await waitFor(() => expect(screen.getAllByText('No voice yet')).toHaveLength(2))
    await userEvent.click(lineButton(0))
    expect(await screen.findByText(/The writer has not assigned any voices/)).toBeTruthy()
  })
})

async function openCasting() {
  await openAs('editor')
  await userEvent.click(screen.getByRole('button', { name: 'Manage All' }))
  await screen.findByRole('button', { name: 'SAVE ASSIGNMENTS' })
}
async function castUnsaved() {
  await openCasting()
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a cast' }))
  await screen.findByText(/got a voice. Change what you like/)
}

describe('product §11: the casting dialog, when the user may no longer change the cast', () => {
  test('closes if nothing was changed', async () => {
    await openCasting()
    changeRole('commenter')
    await waitFor(() => {
      const dialog = screen
        .queryByText('Assign Voices to Characters')
        ?.closest<HTMLElement>('.ant-modal-wrap')
      expect(dialog?.style.display ?? 'none').toBe('none')
    })
  })

  test('shows the unsaved changes', async () => {
    await castUnsaved()
    changeRole('commenter')
    expect(await screen.findByText('You can no longer change the cast.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'SAVE ASSIGNMENTS' })).toBeNull()
  })

  test('is replaced by the unsaved changes when the script is deleted', async () => {
    await castUnsaved()
    tellPages('gone')
    expect(await screen.findByRole('heading', { name: 'Script not found' })).toBeTruthy()
    const list = screen.getByRole('heading', { name: 'What was not saved' }).closest('section')!
    expect(within(list).getByText('Magnus')).toBeTruthy()
  })
})
