import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { castingOf } from './casting-of.ts'

/** Who speaks with which voice (product §7 assign-voices). A saved casting leads to one script-narration job. */
export function castingRoutes(app: App, { stores: { scripts }, access, outbox }: Context): void {
  implement(app, readCasting, async (request) => {
    const { casting } = await access.script(readCasting, request, ['casting'])
    return casting
  })

  implement(app, saveCasting, async (request) => {
    const { id, characters } = await access.script(saveCasting, request, ['characters'])
    const casting = castingOf(request.body, characters)
    if (!(await scripts.saveCasting(id, casting, request.id))) throw notFound('Script')
    outbox.wake()
    return casting
  })
}
