import { listNotePeople, markNotesSeen } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { peopleOf } from './people.ts'

/** What one reader of the notes has seen, and whom the reader may mention (product §12). */
export function noteReaderRoutes(app: App, { stores, access }: Context): void {
  const { notes, noteReads } = stores

  implement(app, listNotePeople, async (request) => {
    const script = await access.script(listNotePeople, request, [])
    const people = await peopleOf(stores, script, request.person)
    return { data: { people: people.map(({ key, name, kind }) => ({ key, name, kind })) } }
  })

  implement(app, markNotesSeen, async (request) => {
    const { uid, body } = request
    const script = await access.script(markNotesSeen, request, [])
    const latest = (await notes.version(script.id)) ?? 0
    // A later note must not count as seen, whatever the client sends.
    const also = (body.also ?? []).filter((version) => version <= latest)
    await noteReads.add(uid, script.id, { version: Math.min(body.version, latest), also })
    return {}
  })
}
