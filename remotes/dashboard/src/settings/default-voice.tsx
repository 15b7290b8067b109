import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { saveDefaultVoice } from '@andscene/contracts/routes/voices'
import type { Voice } from '@andscene/contracts/voices/voice'
import { call } from '@andscene/web-kit/api-client'
import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { useFailure } from '@andscene/web-kit/failure'
import { useNaturalVoices } from '@andscene/web-kit/natural-voices'
import { NaturalVoicesLine } from '@andscene/web-kit/natural-voices-line'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { absenceText, voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Select } from 'antd'
import { useId, useMemo } from 'react'
import { Row } from './section.tsx'
import styles from './settings-page.module.css'
import { usePreview } from './use-preview.ts'
import { voiceGroups, type Chosen } from './voice-options.ts'

export function DefaultVoice() {
  const client = useQueryClient()
  const snackbar = useSnackbar()
  const [nameId, hintId] = [useId(), useId()]
  const voices = useQuery({ ...voicesQuery(), select: voicesOf })
  const chosen = useQuery(defaultVoiceQuery())
  const { queryKey } = defaultVoiceQuery()
  const save = useMutation({
    mutationFn: (voiceId: string | null) => call(saveDefaultVoice, { body: { voiceId } }),
    scope: { id: 'default-voice' },
    onMutate: async (voiceId) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, voiceId)
    },
    onError: (error) => {
      snackbar.error(`Failed to save your default voice: ${error.message}`, 'default-voice')
      void client.invalidateQueries({ queryKey })
    },
  })
  const preview = usePreview((message) => snackbar.error(message, 'preview'))
  const natural = useNaturalVoices()
  const chosenId = chosen.data
  const options = useMemo(() => {
    const absence = (voice: Voice) => absenceText(voice, natural)
    return optionsOf(voices.data ?? [], { voiceId: chosenId, absence })
  }, [voices.data, chosenId, natural])
  const [noVoices, noChosen] = [useFailure(voices), useFailure(chosen)]
  const failure = (voices.data === undefined && noVoices) || (chosen.data === undefined && noChosen)
  // A voice that no longer exists is treated as none (product §3).
  const value = options.find((option) => option.value === chosen.data)?.value ?? null
  const shown = value === null ? options : [NONE, ...options]

  return (
    <>
      <Row
        name="Default voice"
        nameId={nameId}
        hintId={hintId}
        hint="Reads the narration of a suggested cast. Voices that you have assigned yourself stay."
      />
      {failure ? (
        <div className={styles.row}>
          <p className={classNames(parts.hint, styles.hint)}>{failure.message}</p>
          <Button
            aria-disabled={voices.isFetching || chosen.isFetching}
            onClick={() => {
              for (const { refetch } of [voices, chosen]) void refetch({ cancelRefetch: false })
            }}
          >
            Retry
          </Button>
        </div>
      ) : (
        <Flex gap={12}>
          <Select
            style={{ flex: 1, minWidth: 0 }}
            aria-labelledby={nameId}
            aria-describedby={hintId}
            showSearch={{
              filterOption: (input, option) => option?.search.includes(input.trim().toLowerCase()) ?? false,
            }}
            // Within its section, so that it belongs to a landmark.
            getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
            placeholder="Search by name, gender or language"
            notFoundContent="No voices found"
            loading={voices.isPending || chosen.isPending}
            disabled={voices.isPending || chosen.isPending}
            options={shown}
            value={value}
            onChange={(voiceId: string) => {
              preview.stop()
              save.mutate(voiceId === NONE.value ? null : voiceId)
            }}
          />
          <Button
            disabled={!value}
            loading={preview.state === 'loading'}
            onClick={() => (preview.state === 'playing' ? preview.stop() : value && void preview.play(value))}
          >
            {preview.state === 'playing' ? 'Stop' : 'Preview'}
          </Button>
        </Flex>
      )}
      <NaturalVoicesLine className={classNames(parts.hint, styles.coming)} />
    </>
  )
}

const NONE = { value: '', label: 'No default voice', search: 'no default voice' }

/** Draws a line above the first voice of each language. antd's own groups have an invalid ARIA attribute. */
const optionsOf = (voices: readonly Voice[], chosen: Chosen) =>
  voiceGroups(voices, navigator.languages, chosen).flatMap(({ options: [first, ...others] }) =>
    first ? [{ ...first, className: styles.language ?? '' }, ...others] : [],
  )
