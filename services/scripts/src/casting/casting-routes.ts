import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { nameOf } from '../sharing/history.ts'
import { castingOf, seenIn, suggestedIn, castingIn, slotIn } from './casting-of.ts'

/** Reads and saves castings (product §7 assign-voices). A saved casting leads to one script-narration job. */
export function castingRoutes(app: App, context: Context): void {
  const { stores, access, outbox, feeds, clock } = context

  implement(app, readCasting, async (request) => {
    const fields = ['casting', 'castingVersion', 'castingChanges'] as const
    const script = await access.script(readCasting, request, fields)
    return castingIn(script, { role: script.role, uid: request.uid })
  })

  implement(app, saveCasting, async (request) => {
    const { body, uid, person } = request
    const { id, characters, role } = await access.script(saveCasting, request, ['characters'])
    const saved = await stores.scripts.saveCasting(id, {
      casting: castingOf(body, characters),
      seen: body.seen && seenIn(body.seen, characters),
      suggested: body.suggested && suggestedIn(body.suggested, characters),
      by: { uid, name: nameOf(person) },
      at: clock.now(),
      requestId: request.id,
    })
    if (!saved) throw notFound('Script')
    const casting = castingIn(saved, { role, uid })
    if (saved.conflicts.length > 0)
      throw new HttpError('CONFLICT', 'Another editor changed these voices. Check the cast and try again.', {
        present: { ...casting, conflicts: saved.conflicts.map(slotIn) },
      })
    outbox.wake()
    feeds.wake(id)
    return casting
  })
}
