/** Resolves like `work`; rejects when it takes longer than `ms`. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no response in time')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether `work` settles before `ms` have passed. */
export const settlesWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  withTimeout(Promise.allSettled([work]), ms).then(
    () => true,
    () => false,
  )
