import {
  changeCollaborator,
  changeLink,
  createLink,
  inviteCollaborator,
  listShareEvents,
  readSharing,
  removeCollaborator,
  revokeLink,
} from '@andscene/contracts/routes/sharing'
import type { InvitedRole, LinkRole } from '@andscene/contracts/sharing/roles'
import type { Sharing } from '@andscene/contracts/sharing/sharing'
import { queryOptions, useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { ApiError, call } from '../api/api-client.ts'
import { queryKeys } from '../api/query-keys.ts'
import { retryTransient, WRITE_RETRIES } from '../api/retries.ts'

/** Polling of listening progress while the dialog is open, and of an e-mail that is being sent. Milliseconds. */
export const SHARING_POLL_MS = 10_000
const PENDING_POLL_MS = 2_000

export const sharingQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.sharing(scriptId),
    queryFn: async ({ signal }) => (await call(readSharing, { params: { id: scriptId }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.collaborators.some(({ mail }) => mail === 'pending') ? PENDING_POLL_MS : SHARING_POLL_MS,
  })

/** Events of sharing a script, newest first. */
export const shareEventsQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.shareEvents(scriptId),
    queryFn: async ({ signal }) =>
      (await call(listShareEvents, { params: { id: scriptId }, signal })).data.events,
    staleTime: 0,
    refetchInterval: SHARING_POLL_MS,
  })

type Telling<Result, Variables> = {
  onSuccess?: (result: Result, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
}
type Change<Result, Variables> = Pick<UseMutationOptions<Result, Error, Variables>, 'retry' | 'scope'> & {
  send: (variables: Variables) => Promise<Result>
  apply: (sharing: Sharing, result: Result, variables: Variables) => Sharing
}

/**
 * A change of the data of `sharingQuery`. While it is pending, rows show its `variables`, so that a failure requires no
 * rollback.
 */
export function useChange<Result, Variables>(
  scriptId: string,
  { send, apply, ...options }: Change<Result, Variables>,
  telling: Telling<Result, Variables>,
) {
  const client = useQueryClient()
  const { queryKey } = sharingQuery(scriptId)
  return useMutation({
    mutationFn: send,
    ...options,
    onSuccess: async (result, variables) => {
      // A pending fetch would restore the old state.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (sharing) => sharing && apply(sharing, result, variables))
      telling.onSuccess?.(result, variables)
    },
    onError: (error, variables) => telling.onError?.(error, variables),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

/** Does not retry a 429: the error is shown immediately. */
const retryUnlessLimited = (failures: number, error: Error) =>
  !(error instanceof ApiError && error.status === 429) && retryTransient(WRITE_RETRIES)(failures, error)

/** Treats a 404 as success: the item is already removed. */
async function ignoreNotFound(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

type Item = { _id: string }
/** Replaces the item with the same id, or prepends it. */
const withItem = <T extends Item>(items: readonly T[], item: T): T[] =>
  items.some(({ _id }) => _id === item._id)
    ? items.map((known) => (known._id === item._id ? item : known))
    : [item, ...items]

type Person = Sharing['collaborators'][number]
type Link = Sharing['links'][number]
type LinkTerms = { name: string; role: LinkRole; days: number }
type NewLink = LinkTerms & { passphrase?: string; changesSince?: number }
export type CreatedLink = { link: Link; token: string }

const withPerson = (sharing: Sharing, person: Person): Sharing => ({
  ...sharing,
  collaborators: withItem(sharing.collaborators, person),
})
const withLink = (sharing: Sharing, link: Link): Sharing => ({
  ...sharing,
  links: withItem(sharing.links, link),
})

export const inviting = (id: string): Change<Person, { email: string; role: InvitedRole }> => ({
  retry: retryUnlessLimited,
  send: async (body) => (await call(inviteCollaborator, { params: { id }, body })).data.collaborator,
  apply: withPerson,
})

/** Changes of one collaborator are sent one after the other. */
const scopeOf = (collaboratorId: string) => ({ id: `collaborator ${collaboratorId}` })

export const changingPerson = (id: string, collaboratorId: string): Change<Person, InvitedRole> => ({
  scope: scopeOf(collaboratorId),
  send: async (role) =>
    (await call(changeCollaborator, { params: { id, collaboratorId }, body: { role } })).data.collaborator,
  apply: withPerson,
})

export const removingPerson = (id: string, collaboratorId: string): Change<void, void> => ({
  scope: scopeOf(collaboratorId),
  send: () => ignoreNotFound(call(removeCollaborator, { params: { id, collaboratorId } })),
  apply: (sharing) => ({
    ...sharing,
    collaborators: sharing.collaborators.filter(({ _id }) => _id !== collaboratorId),
  }),
})

export const creatingLink = (id: string): Change<CreatedLink, NewLink> => ({
  // A retry after a lost response would create a second link.
  retry: false,
  send: async (body) => (await call(createLink, { params: { id }, body })).data,
  apply: (sharing, { link }) => withLink(sharing, link),
})

export const changingLink = (id: string, linkId: string): Change<Link, Partial<LinkTerms>> => ({
  scope: { id: `link ${linkId}` },
  send: async (body) => (await call(changeLink, { params: { id, linkId }, body })).data.link,
  // The response contains no guests.
  apply: (sharing, link) => ({
    ...sharing,
    links: sharing.links.map((known) =>
      known._id === link._id
        ? { ...known, name: link.name, role: link.role, expiresAt: link.expiresAt }
        : known,
    ),
  }),
})

export const revokingLink = (id: string, linkId: string): Change<void, void> => ({
  scope: { id: `link ${linkId}` },
  send: () => ignoreNotFound(call(revokeLink, { params: { id, linkId } })),
  apply: (sharing) => ({
    ...sharing,
    links: sharing.links.map((link) =>
      link._id === linkId ? { ...link, revokedAt: link.revokedAt ?? new Date().toISOString() } : link,
    ),
  }),
})
