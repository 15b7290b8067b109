import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import { ensemblesOf } from '@andscene/screenplay/together/ensembles'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import { authorsOf } from '../notes/authors.ts'
import { nameOf } from '../sharing/history.ts'
import type { KeptCasting } from '../store/casting-save.ts'
import { castingOf, seenIn, soundsIn, suggestedIn, castingIn, conflictIn } from './casting-of.ts'

/** Reads and saves castings (product §7 assign-voices). A saved casting leads to one script-narration job. */
export function castingRoutes(app: App, context: Context): void {
  const { stores, access, outbox, feeds, clock, readLines } = context

  const responseOf = async (
    kept: KeptCasting,
    script: { id: string; ownerId: string; role: Role },
    uid: string,
  ) => {
    const people = may(script.role, 'cast') ? kept.castingChanges.map((change) => change.uid) : []
    const { nameOf: nameIn } = await authorsOf(stores, script, people)
    return castingIn(kept, { role: script.role, uid, nameOf: nameIn })
  }

  implement(app, readCasting, async (request) => {
    const fields = ['casting', 'castingVersion', 'castingChanges'] as const
    const script = await access.script(readCasting, request, fields)
    return responseOf(script, script, request.uid)
  })

  implement(app, saveCasting, async (request) => {
    const { body, uid, person } = request
    const script = await access.script(saveCasting, request, ['characters', 'draft'])
    const { id, characters, role, draft } = script
    const saved = await stores.scripts.saveCasting(id, {
      casting: castingOf(body, characters),
      seen: body.seen && seenIn(body.seen, characters),
      sounds: body.characterSounds && soundsIn(body.characterSounds, characters),
      ensembles: ensemblesOf((await readLines(id, role, draft.number))?.lines ?? []),
      suggested: body.suggested && suggestedIn(body.suggested, characters),
      by: { uid, name: nameOf(person) },
      at: clock.now(),
      requestId: request.id,
    })
    if (!saved) throw notFound('Script')
    const casting = await responseOf(saved, script, uid)
    if (saved.conflicts.length > 0)
      throw new HttpError('CONFLICT', 'Another editor changed these voices. Check the cast and try again.', {
        present: { ...casting, conflicts: saved.conflicts.map(conflictIn) },
      })
    outbox.wake()
    feeds.wake(id)
    return casting
  })
}
