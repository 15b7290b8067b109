import type { Draft, Drafts } from '@andscene/contracts/drafts'
import type { Line } from '@andscene/contracts/script'
import { failed } from '@andscene/web-kit/testing/stub'
import { http, HttpResponse } from 'msw'
import { line } from '../../testing/line.ts'
import { API, backend, LINES, SCRIPT, server } from '../../testing/reader-page.tsx'

export const draft = (number: number, rest: Partial<Draft> = {}): Draft => ({
  number,
  name: `Draft ${number}`,
  uploadedAt: `2026-11-${10 + number}T12:00:00.000Z`,
  uploadedBy: 'Nora',
  mine: true,
  pages: 3,
  lineCount: LINES.length,
  characterCount: 2,
  ...rest,
})

const reworded: Record<string, string> = { l1: 'A kettle screams.', l30: 'Wave number 18 breaks.' }

/**
 * Draft 2 of the script: a reworded action, a cut speech, a new line after the transition, the last wave moved to the
 * top of the second scene, and a reworded wave on another page.
 */
export const NEXT: Line[] = [
  ...LINES.slice(0, 2).map((one) => ({ ...one, text: reworded[one._id] ?? one.text })),
  ...LINES.slice(5, 11),
  { ...line(0, 'Action', 'The light goes out.'), _id: 'd2-9' },
  LINES[11]!,
  LINES[46]!,
  ...LINES.slice(12, 46).map((one) => ({ ...one, text: reworded[one._id] ?? one.text })),
]

const linesOf = (number: number) => (number === 2 ? NEXT : LINES)

/** Makes a draft of the served script the present one. */
export let makePresent: (number: number) => void

/** A script with two drafts; the tests change what the list says. */
export function serveDrafts(change: Partial<Drafts> = {}): { asked: string[]; fails: boolean } {
  const state = { asked: [] as string[], fails: false }
  const drafts: Drafts = { drafts: [draft(1), draft(2)], present: 2, ...change }
  const ofDraft = (number: number) => ({
    ...SCRIPT,
    draft: { number, name: `Draft ${number}` },
    draftCount: drafts.drafts.length,
    content: { ...SCRIPT.content, lines: linesOf(number) },
  })
  makePresent = (number) => {
    drafts.present = number
    backend.script = { ...ofDraft(number), role: 'owner', castingVersion: number }
  }
  makePresent(drafts.present)
  server.use(
    http.get(`${API}/scripts/:id/drafts`, () => {
      state.asked.push('drafts')
      return HttpResponse.json({ success: true, data: drafts })
    }),
    http.get(`${API}/scripts/:id/drafts/:draft`, ({ params }) => {
      const number = Number(params['draft'])
      state.asked.push(`draft ${number}`)
      if (state.fails || !drafts.drafts.some((one) => one.number === number))
        return failed('NOT_FOUND', 'Draft not found')
      return HttpResponse.json({ success: true, data: { script: { ...ofDraft(number), role: 'owner' } } })
    }),
  )
  return state
}
