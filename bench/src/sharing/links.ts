import { openLink, createLink, revokeLink } from '@andscene/contracts/routes/sharing'
import { createClient } from '@andscene/contracts/client'
import type { Stand } from '../stand.ts'

/** Creates a link to a script. */
export async function linkTo(stand: Pick<Stand, 'api' | 'origin'>, scriptId: string) {
  const params = { id: scriptId }
  const body = { name: 'For the producer', role: 'commenter', days: 30 } as const
  const { link, token } = (await stand.api.call(createLink, { params, body })).data
  return {
    address: `/listen#${token}`,
    /** Opens the link as another guest. */
    async open() {
      const { data } = await createClient({ baseUrl: stand.origin })(openLink, { body: { token } })
      const headers = { authorization: `Bearer ${data.guestToken}` }
      return { call: createClient({ baseUrl: stand.origin, headers: () => headers }), headers }
    },
    revoke: () => stand.api.call(revokeLink, { params: { ...params, linkId: link._id } }),
  }
}
