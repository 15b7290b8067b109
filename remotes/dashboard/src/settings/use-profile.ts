import type { Profile, ProfileChange } from '@andscene/contracts/profile'
import { readProfile, saveProfile } from '@andscene/contracts/routes/profile'
import { call } from '@andscene/web-kit/api-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const profileQuery = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: async ({ signal }) => (await call(readProfile, { signal })).data.profile,
  })

/** The profile, and a mutation that changes it. */
export function useProfile(told: { onSaved?: (profile: Profile) => void; onError: (error: Error) => void }) {
  const client = useQueryClient()
  const save = useMutation({
    scope: { id: 'profile' },
    mutationFn: async (body: ProfileChange) => (await call(saveProfile, { body })).data.profile,
    onSuccess: async (profile) => {
      const { queryKey } = profileQuery()
      // A pending fetch would restore the old state.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, profile)
      told.onSaved?.(profile)
    },
    onError: told.onError,
  })
  return { profile: useQuery(profileQuery()), save }
}
