import { readClip as readClipRoute } from '@andscene/contracts/routes/speech'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { parseClipPath, previewFolder } from '../clips/clip-path.ts'
import type { Grant } from './access.ts'
import { readClip, sendStored } from './clip-response.ts'
import type { ApiParts } from './parts.ts'
import { whileAllowed } from './while-allowed.ts'

/** A stored clip (product §7): a script's for who may hear it, a preview only for who asked for it. */
export function audioRoutes(app: App, parts: ApiParts): void {
  implement(app, readClipRoute, async (request, reply) => {
    const { person, id: requestId } = request
    const path = request.params['*']
    const parsed = parseClipPath(path)
    if (!parsed) throw notFound('Audio')
    const { scriptId } = parsed
    let grant: Grant | undefined
    if (scriptId !== undefined) grant = await parts.access.require(scriptId, person, 'listen', requestId)
    // Before anything is looked up: not even the time it takes tells what others have heard.
    else if (person.guest || !path.startsWith(previewFolder(person.uid))) throw notFound('Audio')
    const hearing = scriptId !== undefined && grant && { scriptId, grant, right: 'listen' as const }
    const { send } = whileAllowed(parts, request, reply, hearing || undefined)
    const stored = await readClip(parts, path)
    if (!stored) throw notFound('Audio')
    const isOwn = !grant || grant.role === 'owner'
    return send(() => sendStored(request, reply, stored, { isOwn }))
  })
}
