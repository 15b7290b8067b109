import { QueryClient, type MutationFunctionContext, type MutationOptions } from '@tanstack/react-query'
import { callerNow } from './caller.ts'
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
        // The backend may be on this very machine: the browser's online state says nothing about it.
        networkMode: 'always',
      },
      mutations: { retry: retryTransient(WRITE_RETRIES), retryDelay, networkMode: 'always' },
    },
  })

/**
 * A write belongs to the session that it began in. A retry after its end would go with the next person's token, and taking
 * the change back would show them what the person before had: neither happens, and no callback is called.
 */
class SessionQueryClient extends QueryClient {
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(given?: T): T {
    const options = super.defaultMutationOptions(given)
    const { mutationFn } = options
    if (options === given || !mutationFn) return options
    return { ...options, mutationFn: inItsSession(mutationFn) }
  }
}

/** The session that each write under way began in; the library passes one context to all attempts of a write. */
const begunIn = new WeakMap<MutationFunctionContext, number>()
/** Never settles: whoever waits for it has left. */
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

/** The page's one client. Nothing of a person outlives the session in it. */
export const queryClient = createQueryClient()
onSessionEnd(() => queryClient.clear())
// What is being saved is saved first.
const mutations = queryClient.getMutationCache()
holdWhile(
  (listener) => mutations.subscribe(listener),
  () => queryClient.isMutating() > 0,
)
