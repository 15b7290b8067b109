import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Casting, CastingBody, Script, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import { listVoices, readDefaultVoice } from '@andscene/contracts/routes/voices'
import { backend } from '@andscene/web-kit/testing/backend'
import { system } from '@andscene/web-kit/testing/jsdom'
import { stub } from '@andscene/web-kit/testing/stub'
import { voice } from '@andscene/web-kit/testing/voice'
import { AntdProvider } from '@andscene/web-kit/antd-provider'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { createHarness } from '../../player/testing/player-harness.ts'
import { AssignVoicesModal } from '../assign-voices.tsx'
import { PreviewsContext } from '../voices/preview-button.tsx'
import { createPreviews, type PreviewRequest } from '../../player/output/previews.ts'

/** Fake backend. An unexpected request fails the test. */
export const server = backend()

/** Three voices in two languages from two providers. */
export const VOICES = [
  voice('local:ava', { name: 'Ava', voiceStyles: ['calm'] }),
  voice('local:max', { name: 'Max', gender: 'male', locale: 'en-GB' }),
  voice('azure:uta', {
    name: 'Uta',
    locale: 'de-DE',
    language: 'German',
    provider: 'azure',
    voiceStyles: ['sad'],
  }),
]

/** Sets up and cleans up the modal; call it once, at the top of a test file. */
export function setUpModals(): void {
  beforeEach(() => void (system.still = true))
  afterEach(cleanup)
}

/** Previews on a fake audio output: `heard` lists the requested texts, `output.audible()` what is playing. */
export function fakePreviews() {
  const { clock, output, focus, queue } = createHarness([])
  const heard: string[] = []
  const requests: PreviewRequest[] = []
  let broken: Error | undefined
  const previews = createPreviews({
    clock,
    output,
    focus,
    queue,
    fetch: async (request) => {
      const { voiceId, text } = request
      requests.push(request)
      heard.push(`${voiceId}: ${text ?? '(sample)'}`)
      const error = broken
      broken = undefined
      if (error) throw error
      return new TextEncoder().encode(voiceId).buffer
    },
  })
  return { clock, output, heard, requests, previews, failNext: (error: Error) => void (broken = error) }
}

export type Setting = {
  script: Script
  voices?: readonly Voice[]
  casting?: Partial<VersionedCasting>
  character?: string
  defaultVoice?: string | null
  naturalVoices?: NaturalVoices
}

/** Opens the modal with a backend that has these voices and this casting. `saved` holds the bodies of all saves. */
export function openModal({
  script,
  voices = [],
  casting,
  character,
  defaultVoice = null,
  naturalVoices,
}: Setting) {
  const saved: CastingBody[] = []
  const events: string[] = []
  const sound = fakePreviews()
  let kept: VersionedCasting = { characterAssignments: {}, ...casting }
  server.use(
    stub(listVoices, () => ({ success: true, data: { voices, ...(naturalVoices && { naturalVoices }) } })),
    stub(readDefaultVoice, () => ({ success: true, data: { voiceId: defaultVoice } })),
    stub(readCasting, () => ({ success: true, ...kept })),
    stub(saveCasting, ({ body }) => {
      saved.push(body)
      const { seen: _, ...wanted } = body
      kept = { ...(wanted as Casting), ...(kept.version !== undefined && { version: kept.version + 1 }) }
      return { success: true, ...kept }
    }),
  )
  function Stage() {
    const [open, setOpen] = useState(true)
    return (
      <AssignVoicesModal
        mayCast
        script={script}
        open={open}
        character={character}
        onSaved={() => events.push('saved')}
        onClose={() => {
          events.push('closed')
          setOpen(false)
        }}
      />
    )
  }
  const client = createQueryClient()
  const stage = (page: ReactNode) => (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <AntdProvider>
          <SnackbarProvider>
            <PreviewsContext value={sound.previews}>{page}</PreviewsContext>
          </SnackbarProvider>
        </AntdProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(stage(<Stage />))
  /** Unmounts the page. */
  const leave = () => rerender(stage(null))
  return { client, leave, saved, events, sound, user: userEvent.setup() }
}

/** Like `openModal`, but waits until the voices are loaded. */
export async function openedModal(setting: Setting) {
  const opened = openModal(setting)
  await screen.findAllByRole('combobox')
  return opened
}

/** The combobox of a slot, once the voices are loaded. */
export const field = (name: string) => screen.findByRole('combobox', { name }) as Promise<HTMLInputElement>
export const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

/** Opens a slot's list and selects the voice with this name. */
export async function choose(user: ReturnType<typeof userEvent.setup>, slot: string, voiceName: string) {
  await user.click(await field(slot))
  const list = await screen.findByRole('listbox', { name: `Voices for ${slot}` })
  await user.click(within(list).getByText(voiceName))
}
export const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
/** The dialog with this title. In tests all antd dialogs share one id, so `findByRole` cannot distinguish them. */
export async function dialog(title: string) {
  const found = (await screen.findAllByText(title)).at(-1)?.closest<HTMLElement>('[role=dialog]')
  if (!found) throw new Error(`${title} is no dialog's title`)
  return within(found)
}
/** Names of the listed characters. */
export const listed = () =>
  screen
    .queryAllByRole('combobox')
    .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)
    .filter((label) => label !== 'Narration' && label !== 'Scene Headings')
