import { GUEST_NAME_LIMIT } from '@andscene/contracts/limits'
import type { Profile } from '@andscene/contracts/profile'
import { useFailure } from '@andscene/web-kit/failure'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Button, Flex, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { Row } from './section.tsx'
import { useProfile } from './use-profile.ts'

/** The name that others see (product §2). */
export function YourName() {
  const [nameId, hintId] = [useId(), useId()]
  const snackbar = useSnackbar()
  const { profile, save } = useProfile({
    onSaved: ({ name, defaultName }) =>
      snackbar.success(`Others see you as “${name ?? defaultName}”.`, 'your-name'),
    onError: (error) => snackbar.error(`Failed to save your name: ${error.message}`, 'your-name'),
  })
  const failure = useFailure(profile)
  const { data } = profile
  return (
    <>
      <Row
        name="Your name"
        nameId={nameId}
        hintId={hintId}
        hint={
          failure && !data
            ? failure.message
            : 'Others see it on your notes, on scripts that you share and in casting.'
        }
      >
        {failure && !data && (
          <Button
            aria-disabled={profile.isFetching}
            onClick={() => void profile.refetch({ cancelRefetch: false })}
          >
            Retry
          </Button>
        )}
      </Row>
      {data && (
        <NameForm
          // The field shows what the backend stored.
          key={data.name ?? ''}
          data={data}
          isSaving={save.isPending}
          labels={{ 'aria-labelledby': nameId, 'aria-describedby': hintId }}
          onSave={(name) => save.mutate({ name })}
        />
      )}
    </>
  )
}

type FormProps = {
  data: Profile
  isSaving: boolean
  labels: object
  onSave: (name: string) => void
}

function NameForm({ data, isSaving, labels, onSave }: FormProps) {
  const [name, setName] = useState(data.name ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving && name.trim() !== (data.name ?? '')) onSave(name.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <Flex gap={12}>
        <Input
          style={{ flex: 1, minWidth: 0 }}
          {...labels}
          dir="auto"
          autoComplete="nickname"
          maxLength={GUEST_NAME_LIMIT}
          placeholder={data.defaultName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" loading={isSaving}>
          Save name
        </Button>
      </Flex>
    </form>
  )
}
