import { INVITATION_PATH } from '@andscene/contracts/sharing/invitations'
import { createInvitationLink } from '@andscene/contracts/routes/invitations'
import type { Collaborator } from '@andscene/contracts/sharing/sharing'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { ApiError, call } from '../api/api-client.ts'
import { useSnackbar } from '../components/snackbar.tsx'
import { CopyField } from './copy-field.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'

type Props = { scriptId: string; person: Pick<Collaborator, '_id' | 'email'> }

/** Creates and copies the link of an invitation. Each click creates a new link. */
export function InvitationLink({ scriptId, person: { _id, email } }: Props) {
  const snackbar = useSnackbar()
  const link = useMutation({
    mutationFn: async () => {
      const params = { id: scriptId, collaboratorId: _id }
      const { key } = (await call(createInvitationLink, { params })).data
      return `${location.origin}${INVITATION_PATH}#${key}&${encodeURIComponent(email)}`
    },
    // A retry after a lost response would revoke the new link.
    retry: false,
    onError: (error) =>
      snackbar.error(
        error instanceof ApiError && error.code === 'CONFLICT'
          ? error.message
          : `The link for ${email} was not created. Check your connection and try again.`,
      ),
  })
  if (link.data === undefined)
    return (
      <Button
        className={styles.linkButton ?? ''}
        aria-label={`Copy link for ${email}`}
        loading={link.isPending}
        onClick={() => link.mutate()}
      >
        Copy link
      </Button>
    )
  return (
    <div className={styles.invitationLink}>
      <CopyField copies label={`Link for ${email}`} value={link.data} />
      <p className={parts.hint}>Only this address can use it. Earlier links no longer work.</p>
    </div>
  )
}
