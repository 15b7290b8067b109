import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/** `isTaken`: it was copied. */
export type LinkAddress = { url: string; isTaken: boolean }

const NONE: Readonly<Record<string, LinkAddress>> = {}
const keyOf = (scriptId: string) => ['link-addresses', scriptId] as const

/**
 * The addresses of links that this page has created, by link. They are only in memory, because the server does not
 * store them; the query cache is cleared when the session ends.
 */
export function useLinkAddresses(scriptId: string) {
  const client = useQueryClient()
  const queryKey = keyOf(scriptId)
  const { data = NONE } = useQuery<Readonly<Record<string, LinkAddress>>>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const set = (linkId: string, address: LinkAddress) => {
    // The cache drops data without an observer after the time of its own defaults.
    client.setQueryDefaults(queryKey, { gcTime: Infinity })
    client.setQueryData<Readonly<Record<string, LinkAddress>>>(queryKey, (known = NONE) => ({
      ...known,
      [linkId]: address,
    }))
  }
  return {
    addresses: data,
    add: (linkId: string, url: string) => set(linkId, { url, isTaken: false }),
    take: (linkId: string) => {
      const known = data[linkId]
      if (known) set(linkId, { ...known, isTaken: true })
    },
  }
}
