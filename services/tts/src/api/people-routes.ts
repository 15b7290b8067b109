import { erasePerson } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import * as clips from '../clips/clear-clips.ts'
import type { ApiParts } from './parts.ts'

/** The part of tts in the deletion of an account (decisions/0029), after which tokens of the user are rejected. */
export function peopleRoutes(app: App, parts: ApiParts): void {
  app.addHook('preHandler', async ({ uid }) => {
    if (uid !== '' && (await parts.index.isClosed(uid)))
      throw new HttpError('UNAUTHENTICATED', 'This account was deleted')
  })

  implement(app, erasePerson, async ({ params: { uid } }) => {
    await clips.erasePerson(parts, uid, Date.now())
    return {}
  })
}
