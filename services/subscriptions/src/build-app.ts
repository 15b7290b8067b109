import { addressOf, isLookalike } from '@andscene/contracts/text/address'
import { subscribe } from '@andscene/contracts/routes/emails'
import { forgetSubscriber } from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import { invalid } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import type { SubscriptionsConfig } from './config.ts'
import { forgetExports } from './export/old-exports.ts'
import type { SubscriberStore } from './subscriber-store.ts'

/** One local part, one domain with a dot, no spaces. Only a delivered mail proves that the address exists. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Launch sign-ups (product §7 POST /api/emails/subscribe). */
export async function buildApp(
  config: SubscriptionsConfig,
  deps: { store: SubscriberStore; logStream?: NodeJS.WritableStream },
) {
  const app = await createApp({
    name: 'subscriptions',
    logLevel: config.LOG_LEVEL,
    logStream: deps.logStream,
  })
  await app.register(internalTokens, { self: 'subscriptions', publicKeys: config.INTERNAL_PUBLIC_KEYS })
  app.readiness.addCheck('store', () => deps.store.ping())
  if (!config.MONGODB_URI) createDiskGauges(app.metrics, config.DATA_DIR)
  const exports = forgetExports({ dataDir: config.DATA_DIR, days: config.LIMIT_EXPORT_DAYS, log: app.log })
  app.addHook('onClose', async () => {
    await exports.close()
    await deps.store.close()
  })

  implement(app, subscribe, async ({ body }) => {
    const email = addressOf(body.email)
    if (!EMAIL.test(email) || isLookalike(email)) throw invalid('Invalid email format')
    await deps.store.add({ email, source: body.source, subscribedAt: new Date() })
    // A known address gets the same response, which must not reveal who is on the list.
    return { message: "Thanks! You're on the list!", data: { email } }
  })

  // Called when a user deletes their account; the address is verified.
  implement(app, forgetSubscriber, async ({ body }) => {
    await deps.store.remove(addressOf(body.email))
    return {}
  })
  return app
}
