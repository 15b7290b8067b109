import { useFailure } from '@andscene/web-kit/failure'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Button, Switch } from 'antd'
import { useId } from 'react'
import { Row } from './section.tsx'
import { useProfile } from './use-profile.ts'

/** Whether new notes by others are mailed once a day (product §12). */
export function NoteMail() {
  const { user } = useSession()
  const [nameId, hintId] = [useId(), useId()]
  const snackbar = useSnackbar()
  const { profile, save } = useProfile({
    onError: (error) => snackbar.error(`Failed to save your choice: ${error.message}`, 'note-mail'),
  })
  const failure = useFailure(profile)
  const { data } = profile
  const isOn = (save.isPending ? save.variables.dailyNotes : data?.dailyNotes) === true
  const hint =
    failure && !data
      ? failure.message
      : data?.sendsMail === false
        ? 'This platform sends no email.'
        : user?.emailVerified === false
          ? 'Verify your email address first.'
          : 'At most one email a day, only if others wrote notes on your scripts or on scripts shared with you.'
  const isPossible = data?.sendsMail === true && user?.emailVerified !== false
  return (
    <Row name="Daily email about new notes" nameId={nameId} hintId={hintId} hint={hint}>
      {failure && !data ? (
        <Button
          aria-disabled={profile.isFetching}
          onClick={() => void profile.refetch({ cancelRefetch: false })}
        >
          Retry
        </Button>
      ) : (
        <Switch
          aria-labelledby={nameId}
          aria-describedby={hintId}
          checked={isOn}
          // It can always be switched off.
          disabled={!isPossible && !isOn}
          onChange={(dailyNotes) => save.mutate({ dailyNotes })}
        />
      )}
    </Row>
  )
}
