import type { Role } from '@andscene/contracts/roles'
import { forgetGuestName } from '@andscene/web-kit/guest-session'
import { failed } from '@andscene/web-kit/testing/stub'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach } from 'vitest'
import { API, backend, openReader, SCRIPT, server } from '../../testing/reader-page.tsx'

/** Requests as `METHOD path Bearer`, of the page since it was opened. */
export const asked: string[] = []
/** Responses to the claim of the link, one per attempt; the last one repeats. */
export const link = { exchanges: [] as (() => Response)[], token: '' }
let links = 0

export const opened = (change: object = {}) =>
  HttpResponse.json({
    success: true,
    data: {
      guestToken: 'guest-1',
      scriptId: SCRIPT._id,
      role: 'listener',
      linkName: 'Producers',
      title: SCRIPT.title,
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...change,
    },
  })
export const refused = () => failed('NOT_FOUND', 'This link does not work.')

/** Life of the fake link; call it once, at the top of a test file. */
export function setUpLink() {
  beforeEach(() => {
    asked.length = 0
    sessionStorage.clear()
    localStorage.clear()
    forgetGuestName(SCRIPT._id)
    link.exchanges = [() => opened()]
    links += 1
    link.token = String(links).padStart(43, 'x')
    server.use(
      http.post(`${API}/listen`, () =>
        (link.exchanges.length > 1 ? link.exchanges.shift()! : link.exchanges[0]!)(),
      ),
      http.get(`${API}/audio/*`, ({ request }) => {
        const id = /(l\d+)\.mp3$/.exec(request.url)![1]
        backend.calls.push(`stored ${id}`)
        return new HttpResponse(SCRIPT.content.lines.find((line) => line._id === id)!.text)
      }),
      http.put(`${API}/scripts/:id/guest`, async ({ request }) => {
        backend.bodies.push((await request.json()) as Record<string, unknown>)
        return HttpResponse.json({ success: true, data: { guest: {} } })
      }),
    )
    server.events.removeAllListeners()
    server.events.on('request:start', ({ request }) => {
      const { pathname } = new URL(request.url)
      asked.push(`${request.method} ${pathname} ${request.headers.get('authorization')}`)
    })
  })
}

const cached = (id: string) => ({
  path: `scripts/script1/${id}.mp3`,
  contentType: 'audio/mpeg',
  voiceId: 'local:claire',
  lastUpdated: '2026-11-20T12:00:00.000Z',
  durationMs: 2_000,
})
/** A script of which the server holds all clips of the narration. */
export const NARRATED = {
  ...SCRIPT,
  content: {
    ...SCRIPT.content,
    lines: SCRIPT.content.lines.map((line) => ({ ...line, audioCache: cached(line._id) })),
  },
}

export function openLink(role: Role = 'listener') {
  backend.script = { ...NARRATED, role }
  return openReader(`/listen#${link.token}`)
}
export const card = () => screen.findByRole('region', { name: 'Listen' })
export const play = async () => userEvent.click(within(await card()).getByRole('button'))
export { heard } from '../../testing/opened-page.ts'
export const margin = () => document.querySelector('[data-note-margin] > button')
export const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
export const count = (start: string) => asked.filter((one) => one.startsWith(start)).length
