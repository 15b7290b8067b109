import { erasePerson } from '@andscene/contracts/routes/internal'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import * as erasure from '../clips/erase-person.ts'
import type { ApiParts } from './parts.ts'

/** The part of tts in the deletion of an account (decisions/0029). From then on no token of the person reaches anything here. */
export function peopleRoutes(app: App, parts: ApiParts): void {
  app.addHook('preHandler', async ({ uid }) => {
    if (uid !== '' && (await parts.index.isClosed(uid)))
      throw new HttpError('UNAUTHENTICATED', 'This account was deleted')
  })

  implement(app, erasePerson, async ({ params: { uid } }) => {
    await erasure.erasePerson(parts, uid, Date.now())
    return {}
  })
}
