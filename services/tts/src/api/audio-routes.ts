import { readClip as readClipRoute } from '@andscene/contracts/routes/speech'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { parseClipPath, previewFolder } from '../clips/clip-path.ts'
import { readClip, sendStored } from './clip-response.ts'
import type { ApiParts } from './parts.ts'

/** A stored clip (product §7): a script's only for its owner, a preview only for who asked for it. */
export function audioRoutes(app: App, parts: ApiParts): void {
  implement(app, readClipRoute, async (request, reply) => {
    const path = request.params['*']
    const parsed = parseClipPath(path)
    if (!parsed) throw notFound('Audio')
    if (parsed.scriptId !== undefined) await parts.ownership.require(parsed.scriptId, request.uid, request.id)
    // Before anything is looked up: not even the time it takes tells what others have heard.
    else if (!path.startsWith(previewFolder(request.uid))) throw notFound('Audio')
    const stored = await readClip(parts, path)
    if (!stored) throw notFound('Audio')
    return sendStored(request, reply, stored)
  })
}
