import type { App } from '@andscene/service-kit/create-app'
import type { Issuer } from '@andscene/service-kit/tokens/internal-tokens'

/**
 * Of routes that only `callers` may call: who else tries is counted as a visitor. The callers are not, because visitors of the
 * same address must not hold up what a service has to do.
 */
export function countStrangers(scope: App, callers: readonly Issuer[]): void {
  const requireCaller = scope.requireService(callers)
  scope.addHook('onRequest', async (request, reply) => {
    const isCaller = await requireCaller(request, reply).then(
      () => true,
      () => false,
    )
    if (!isCaller) await scope.admitVisitor(request, reply)
  })
}
