import { QueryClient, type MutationFunctionContext, type MutationOptions } from '@tanstack/react-query'
import { callerNow } from './api-client.ts'
import { READ_RETRIES, retryDelay, retryTransient, WRITE_RETRIES } from './retries.ts'
import { holdWhile } from '../navigation/safe-moment.ts'
import { onSessionEnd } from '../session/session.tsx'

/** product §9, data fetching defaults. */
export const STALE_MS = 5 * 60_000
const UNUSED_MS = 10 * 60_000

/** A client with the specified defaults. Pages use the one below; tests make their own. */
export const createQueryClient = () =>
  new SessionQueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: UNUSED_MS,
        retry: retryTransient(READ_RETRIES),
        retryDelay,
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
        // The backend may run on this machine, so the browser's online state does not matter.
        networkMode: 'always',
      },
      mutations: { retry: retryTransient(WRITE_RETRIES), retryDelay, networkMode: 'always' },
    },
  })

/**
 * A write belongs to the session that it began in. After its end nothing is retried, which would use the next account's
 * token, and no callback runs, which would show that account the previous one's data.
 */
class SessionQueryClient extends QueryClient {
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(given?: T): T {
    const options = super.defaultMutationOptions(given)
    const { mutationFn } = options
    if (options === given || !mutationFn) return options
    return { ...options, mutationFn: inItsSession(mutationFn) }
  }
}

/** The session that each pending write began in; the library passes one context to all attempts of a write. */
const begunIn = new WeakMap<MutationFunctionContext, number>()
/** Never settles, because its screen has closed. */
const givenUp = () => new Promise<never>(() => undefined)

const inItsSession =
  <Variables, Data>(send: (variables: Variables, context: MutationFunctionContext) => Promise<Data>) =>
  async (variables: Variables, context: MutationFunctionContext): Promise<Data> => {
    const session = begunIn.get(context) ?? callerNow().current
    begunIn.set(context, session)
    if (session !== callerNow().current) return givenUp()
    try {
      return await send(variables, context)
    } catch (error) {
      if (session !== callerNow().current) return givenUp()
      throw error
    }
  }

/** The page's client. It is cleared when a session ends. */
export const queryClient = createQueryClient()
onSessionEnd(() => queryClient.clear())
// A new version waits for pending writes.
const mutations = queryClient.getMutationCache()
holdWhile(
  (listener) => mutations.subscribe(listener),
  () => queryClient.isMutating() > 0,
)
