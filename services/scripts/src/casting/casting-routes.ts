import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { accessibleScript } from '../access.ts'
import type { Context } from '../context.ts'
import { castingOf } from './casting-of.ts'

/** Who speaks with which voice (product §7 assign-voices). A saved casting leads to one script-narration job. */
export function castingRoutes(app: App, { stores: { scripts }, outbox }: Context): void {
  implement(app, readCasting, async ({ uid, params }) => {
    const { casting } = await accessibleScript(scripts, uid, params.id, ['casting'])
    return casting
  })

  implement(app, saveCasting, async ({ uid, params, body, id: requestId }) => {
    const { id, characters } = await accessibleScript(scripts, uid, params.id, ['characters'])
    const casting = castingOf(body, characters)
    if (!(await scripts.saveCasting(id, casting, requestId))) throw notFound('Script')
    outbox.wake()
    return casting
  })
}
