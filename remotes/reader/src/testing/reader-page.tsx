import { voice } from '@andscene/web-kit/testing/voice'
import type { PreferencesChange } from '@andscene/contracts/preferences'
import type { Direction } from '@andscene/contracts/voices/direction'
import type { Role } from '@andscene/contracts/sharing/roles'
import type { ProgressResponse } from '@andscene/contracts/progress'
import type { AudioCache, CastingResponse, Line, Script } from '@andscene/contracts/script'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { NarrationResponse } from '@andscene/contracts/voices/voice'
import type { WordTimes } from '@andscene/contracts/voices/word-time'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { backend as backendOf } from '@andscene/web-kit/testing/backend'
import { system } from '@andscene/web-kit/testing/jsdom'
import { memoryRouter } from '@andscene/web-kit/testing/memory-router'
import { failed } from '@andscene/web-kit/testing/stub'
import { saverOf } from '@andscene/web-kit/preferences-saver'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { setLoginNavigation } from '@andscene/web-kit/session'
import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { useTooltips } from '@andscene/web-kit/tooltip'
import { writtenWords } from '@andscene/screenplay/word-times/written-words'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Fragment, Suspense, type StrictMode } from 'react'
import { Outlet, useParams, type InitialEntry } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { Navigation } from '../navigation.tsx'
import { playbacks } from '../player/playbacks.ts'
import { routes } from '../routes.tsx'
import { output } from './fake-sound-system.ts'
import { line } from './line.ts'
import { serveEvents, tellPages } from './script-events.ts'

export const API = `${location.origin}/api`
export const server = backendOf()

/** A stored clip of two seconds. */
export const clipOf = (voiceId: string, rest: Partial<AudioCache> = {}): AudioCache => ({
  path: 'p',
  contentType: 'audio/mpeg',
  voiceId,
  lastUpdated: '2026-11-20T12:00:00.000Z',
  durationMs: 2_000,
  ...rest,
})

/** A short script with all line types: 47 lines on three pages. */
export const LINES: Line[] = [
  line(0, 'Scene Heading', 'INT. KITCHEN - DAY', { sceneNumber: '9A' }),
  line(1, 'Action', 'A kettle sings.', { scriptNote: 'Which kettle?' }),
  line(2, 'Character', 'ANNA', { character: 'ANNA' }),
  line(3, 'Parenthetical', '(low)', { character: 'ANNA' }),
  line(4, 'Dialogue', 'Hello.', { character: 'ANNA' }),
  line(5, 'Character', 'BEN', { character: 'BEN', dual: 'left' }),
  line(6, 'Dialogue', 'Yes.', { character: 'BEN', dual: 'left' }),
  line(7, 'Character', 'ANNA', { character: 'ANNA', dual: 'right' }),
  line(8, 'Dialogue', 'No.', { character: 'ANNA', dual: 'right' }),
  line(9, 'Dialogue', 'שלום, עולם.', { character: 'ANNA' }),
  line(10, 'Transition', 'CUT TO:'),
  line(11, 'Scene Heading', 'EXT. SEA - NIGHT', { sceneNumber: '10' }),
  ...Array.from({ length: 35 }, (_, index) => line(index + 12, 'Action', `Wave number ${index}.`)),
]

export const SCRIPT: Script = {
  _id: 'script1',
  title: 'Lantern Street',
  characterCount: 2,
  pages: 3,
  lineCount: LINES.length,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  content: {
    lines: LINES,
    characters: [{ character: 'ANNA', voiceId: 'local:ruth' }, { character: 'BEN' }],
  },
  narrationVoiceId: 'local:claire',
}

const freshBackend = () => ({
  script: SCRIPT,
  casting: {
    characterAssignments: { ANNA: 'local:ruth' },
    narrationVoiceId: 'local:claire',
  } as Omit<CastingResponse, 'success'>,
  voices: ['Ruth', 'Claire', 'Magnus'].map((name) => voice(`local:${name.toLowerCase()}`, { name })),
  naturalVoices: undefined as NaturalVoices | undefined,
  defaultVoice: null,
  directions: [] as Direction[],
  skippedLineTypes: [] as string[],
  rate: undefined as number | undefined,
  highlightWords: undefined as boolean | undefined,
  /** Word times of every clip. */
  wordTimes: undefined as WordTimes | undefined,
  progress: { lastPlayedLineIndex: -1 } as Omit<ProgressResponse, 'success'>,
  narration: { total: 47, ready: 47, waiting: 0, failed: 0 } as NarrationResponse['data'],
  /** Requests of interest, as `METHOD path`. */
  calls: [] as string[],
  bodies: [] as Record<string, unknown>[],
})
/** The fake backend's state; tests change it before or after opening the page. */
export type Backend = ReturnType<typeof freshBackend>
export let backend: Backend
/** Query clients of the open pages. */
const clients: QueryClient[] = []

const ok = (data: unknown) => HttpResponse.json({ success: true, data })

function preferences() {
  const { skippedLineTypes, rate, highlightWords } = backend
  return ok({ preferences: { skippedLineTypes, rate, highlightWords } })
}

function handlers() {
  const script = `${API}/scripts/:id`
  return [
    http.get(script, () => {
      const { draft } = backend.script
      if (draft) backend.calls.push(`GET script ${draft.number}`)
      return ok({ script: backend.script })
    }),
    http.get(`${script}/assign-voices`, () => {
      backend.calls.push('GET assign-voices')
      return HttpResponse.json({ success: true, ...backend.casting })
    }),
    http.post(`${script}/assign-voices`, async ({ request }) => {
      backend.casting = (await request.json()) as Backend['casting']
      return HttpResponse.json({ success: true, ...backend.casting })
    }),
    http.get(`${script}/directions`, () => ok({ directions: backend.directions })),
    http.get(`${script}/progress`, () => HttpResponse.json({ success: true, ...backend.progress })),
    http.put(`${script}/progress`, async ({ request }) => {
      backend.calls.push('PUT progress')
      const body = (await request.json()) as Record<string, unknown>
      backend.bodies.push(body)
      return HttpResponse.json({ success: true, ...body })
    }),
    http.get(`${script}/notes`, () => ok({ notes: [], removed: [], version: 0, more: false, reset: false })),
    http.get(`${script}/narration`, () => ok(backend.narration)),
    http.post(`${script}/check-cache`, async ({ request }) => {
      backend.calls.push('POST check-cache')
      const body = (await request.json()) as { startLineIndex: number; linesToCheck: number }
      backend.bodies.push(body)
      const { lines } = backend.script.content
      return ok({ updatedLines: lines.slice(body.startLineIndex, body.startLineIndex + body.linesToCheck) })
    }),
    http.get(`${API}/preferences`, preferences),
    http.put(`${API}/preferences`, async ({ request }) => {
      const change = (await request.json()) as PreferencesChange
      backend.calls.push('PUT preferences')
      Object.assign(backend, change)
      return preferences()
    }),
    http.get(`${API}/voices`, () => ok({ voices: backend.voices, naturalVoices: backend.naturalVoices })),
    http.get(`${API}/voices/default`, () => ok({ voiceId: backend.defaultVoice })),
    http.post(`${API}/voices/generate`, async ({ request }) => {
      const body = (await request.json()) as { text: string; lineId: string }
      backend.calls.push(`generate ${body.lineId}`)
      return new HttpResponse(body.text, {
        headers: { [CLIP_HEADERS.path]: `made/${body.lineId}.mp3`, [CLIP_HEADERS.duration]: '2000' },
      })
    }),
    http.get(`${API}/audio/*`, ({ request }) => {
      backend.calls.push(`stored ${new URL(request.url).pathname.split('/').at(-1)}`)
      return new HttpResponse('a stored clip')
    }),
    http.get(`${API}/words/*`, ({ request }) => {
      backend.calls.push(`words ${new URL(request.url).pathname.split('/').at(-1)}`)
      const { wordTimes: times } = backend
      const lineId = new URL(request.url).searchParams.get('lineId')
      const asked = backend.script.content.lines.find(({ _id }) => _id === lineId)
      if (!times || !asked) return failed('NOT_FOUND', 'Word times not found')
      return ok({ ...times, words: writtenWords(times, asked, {}) })
    }),
  ]
}

/** Makes the backend reject clip requests for these lines. */
export const refuseClips = (...refused: string[]) =>
  server.use(
    http.post(`${API}/voices/generate`, async ({ request }) => {
      const { lineId } = (await request.clone().json()) as { lineId: string }
      return refused.includes(lineId) ? failed('VALIDATION', 'No.') : undefined
    }),
  )

/** Changes the user's role in the backend, and notifies open pages. */
export function changeRole(role: Role): void {
  backend.script = { ...backend.script, role }
  tellPages('role', { role })
}

/** Sets up the fake backend and page; call it once at the top of a test file. */
export function setUpReader(): void {
  // The code that the page loads late, so that no wait of a test includes it.
  beforeAll(
    () =>
      Promise.all([
        import('../page/script-page.tsx'),
        import('../late/parts.ts'),
        import('../notes/parts.ts'),
        import('../direct/parts.ts'),
        import('../words/spoken-word.tsx'),
      ]),
    120_000,
  )
  beforeEach(() => {
    backend = freshBackend()
    Object.assign(output, { blocked: false, started: [] })
    system.still = true
    server.use(...handlers())
    serveEvents()
    localStorage.clear()
  })
  afterEach(async () => {
    cleanup()
    // A player that is still closing would store its last line for the next test.
    await vi.waitFor(() => expect(playbacks.get(SCRIPT._id)).toBeUndefined())
    // A debounced save would reach the backend of the next test.
    for (const client of clients.splice(0)) saverOf(client).forget()
    vi.restoreAllMocks()
  })
}

function Shell() {
  const { scriptId } = useParams()
  useTooltips()
  return (
    <ThemeProvider>
      <SnackbarProvider>
        <Suspense fallback={null}>
          <nav>{scriptId && <Navigation />}</nav>
          <Outlet />
        </Suspense>
      </SnackbarProvider>
    </ThemeProvider>
  )
}

/** Renders the script page as the shell does, with the reader's part of the navigation bar. */
export function openReader(
  at: InitialEntry = '/scripts/script1',
  Mode: typeof Fragment | typeof StrictMode = Fragment,
) {
  const router = memoryRouter(
    [{ element: <Shell />, children: [...routes, { path: '*', element: <p>another page</p> }] }],
    at,
  )
  setLoginNavigation(() => router.navigate('/secret-login'))
  const client = createQueryClient()
  clients.push(client)
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  render(
    <Mode>
      <QueryClientProvider client={client}>{router.element}</QueryClientProvider>
    </Mode>,
  )
  return { router, client }
}
