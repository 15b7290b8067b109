/** How many were at most `limit`; the last limit is infinite. */
export type Bucket = { limit: number; count: number }

/**
 * The value below which a share `q` of what a histogram counted lies, taken as evenly spread within its class, as Prometheus
 * does: of what is beyond the last limit only that limit is known. Undefined where nothing was counted.
 */
export function quantile(q: number, buckets: readonly Bucket[]): number | undefined {
  const sorted = buckets.toSorted((a, b) => a.limit - b.limit)
  const all = sorted.at(-1)?.count ?? 0
  if (all <= 0) return undefined
  const rank = q * all
  let below: Bucket = { limit: 0, count: 0 }
  for (const bucket of sorted) {
    if (bucket.count < rank) {
      below = bucket
      continue
    }
    if (!Number.isFinite(bucket.limit)) return below.limit
    const within = bucket.count - below.count
    const share = within > 0 ? (rank - below.count) / within : 1
    return below.limit + (bucket.limit - below.limit) * share
  }
  return below.limit
}
