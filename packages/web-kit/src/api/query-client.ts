import { QueryClient, type MutationFunctionContext, type MutationOptions } from '@tanstack/react-query'
import { callerNow } from './api-client.ts'
import { READ_RETRIES, retryDelay, retryTransient, WRITE_RETRIES } from './retries.ts'
import { holdWhile } from '../navigation/safe-moment.ts'
import { onSessionEnd } from '../session/session.tsx'

/** product §9, data fetching defaults. */
export const STALE_MS = 5 * 60_000
const UNUSED_MS = 10 * 60_000

/** Creates a client with the defaults of product §9. Pages use `queryClient`; tests create their own. */
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
        // The backend may run on this machine, so the browser's online state is irrelevant.
        networkMode: 'always',
      },
      mutations: { retry: retryTransient(WRITE_RETRIES), retryDelay, networkMode: 'always' },
    },
  })

/**
 * Binds a write to the session in which it began. After that session, nothing is retried (it would use the next
 * account's token) and no callback runs (it would show the previous account's data).
 */
class SessionQueryClient extends QueryClient {
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(given?: T): T {
    const options = super.defaultMutationOptions(given)
    const { mutationFn } = options
    if (options === given || !mutationFn) return options
    return { ...options, mutationFn: boundToSession(mutationFn) }
  }
}

/** The session of each pending write; the library passes one context to all attempts of a write. */
const sessionOf = new WeakMap<MutationFunctionContext, number>()
/** Never settles, because its session has ended. */
const neverSettle = () => new Promise<never>(() => undefined)

const boundToSession =
  <Variables, Data>(send: (variables: Variables, context: MutationFunctionContext) => Promise<Data>) =>
  async (variables: Variables, context: MutationFunctionContext): Promise<Data> => {
    const session = sessionOf.get(context) ?? callerNow().current
    sessionOf.set(context, session)
    if (session !== callerNow().current) return neverSettle()
    try {
      return await send(variables, context)
    } catch (error) {
      if (session !== callerNow().current) return neverSettle()
      throw error
    }
  }

/** The client of the page, cleared when a session ends. */
export const queryClient = createQueryClient()
onSessionEnd(() => queryClient.clear())
// Pending writes block the offer of a new version.
const mutations = queryClient.getMutationCache()
holdWhile(
  (listener) => mutations.subscribe(listener),
  () => queryClient.isMutating() > 0,
)
