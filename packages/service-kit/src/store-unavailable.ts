import { HttpError } from './http-error.ts'

/** Thrown by a store whose database is away, busy or full: an outage, as against a mistake of ours. 503 with Retry-After. */
export class StoreUnavailable extends HttpError {
  constructor(cause: unknown) {
    super('AWAY', 'The storage is away right now. Please try again in a moment.', { cause })
  }
}

/**
 * The same store, which throws StoreUnavailable where `isOutage` is true of what its driver threw; anything else is
 * thrown as it is. Methods may be plain, asynchronous or return an asynchronous iterable.
 */
export function withOutages<Store extends object>(
  store: Store,
  isOutage: (error: unknown) => boolean,
): Store {
  const fail = (error: unknown): never => {
    throw isOutage(error) ? new StoreUnavailable(error) : error
  }
  async function* iterate<T>(items: AsyncIterable<T>) {
    try {
      yield* items
    } catch (error) {
      fail(error)
    }
  }
  const guard =
    (method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      try {
        const result = method.apply(store, args)
        if (result instanceof Promise) return result.catch(fail)
        return isAsyncIterable(result) ? iterate(result) : result
      } catch (error) {
        return fail(error)
      }
    }
  return Object.fromEntries(
    Object.entries(store).map(([name, member]) => [
      name,
      typeof member === 'function' ? guard(member) : member,
    ]),
  ) as Store
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
