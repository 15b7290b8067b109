import { createApp } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { accountRoutes } from './account/erasure.ts'
import { checkCacheRoute } from './cache/check-cache-route.ts'
import { castingRoutes } from './casting/casting-routes.ts'
import { pronunciationRoutes } from './casting/pronunciation-routes.ts'
import type { ScriptsConfig } from './config.ts'
import { openContext, type ScriptsDeps } from './context.ts'
import { directionRoutes } from './directions/direction-routes.ts'
import { downloadRoute } from './files/download-route.ts'
import { internalRoutes } from './internal/internal-routes.ts'
import { libraryRoutes } from './library/library-routes.ts'
import { noteRoutes } from './notes/note-routes.ts'
import { noteReaderRoutes } from './notes/reader-routes.ts'
import { preferencesRoutes, progressRoutes } from './progress/progress-routes.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { followRoute } from './sharing/follow-route.ts'
import { claimRoute, guestRoutes } from './sharing/guest-routes.ts'
import { invitationRoutes } from './sharing/invitation-routes.ts'
import { linkRoutes } from './sharing/link-routes.ts'
import { collaboratorRoutes, sharingRoutes } from './sharing/sharing-routes.ts'
import { uploadRoute } from './upload/upload-route.ts'

/** Scripts, castings and progress (architecture §6). Closing the app closes `deps`. */
export async function buildApp(config: ScriptsConfig, deps: ScriptsDeps) {
  const app = await createApp({ name: 'scripts', logLevel: config.LOG_LEVEL, logStream: deps.logStream })
  await app.register(internalTokens, {
    self: 'scripts',
    privateKey: config.INTERNAL_PRIVATE_KEY,
    publicKeys: config.INTERNAL_PUBLIC_KEYS,
  })
  const context = openContext(app, config, deps)
  // First: its hook that rejects closed accounts applies only to routes added after it.
  accountRoutes(app, context)
  libraryRoutes(app, context)
  castingRoutes(app, context)
  pronunciationRoutes(app, context)
  directionRoutes(app, context)
  draftRoutes(app, context)
  checkCacheRoute(app, context)
  progressRoutes(app, context)
  preferencesRoutes(app, context)
  await profileRoutes(app, context)
  sharingRoutes(app, context)
  collaboratorRoutes(app, context)
  invitationRoutes(app, context)
  linkRoutes(app, context)
  guestRoutes(app, context)
  claimRoute(app, context)
  noteRoutes(app, context)
  noteReaderRoutes(app, context)
  followRoute(app, context)
  downloadRoute(app, context)
  internalRoutes(app, context)
  await uploadRoute(app, context)
  return app
}
