import type { Voice } from '@andscene/contracts/voices/voice'
import { tip } from '@andscene/web-kit/tooltip'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { languageName } from '../../casting/voices/language-name.ts'
import { useOpenScript } from '../open-script.ts'
import styles from './line-chips.module.css'

type Props = { language: string; castVoiceId: string | undefined }

/** The language of a line that is spoken by a voice of that language (product §5). */
export function LanguageChip({ language, castVoiceId }: Props) {
  const { isSettled } = useOpenScript()
  const { data: voices } = useQuery({ ...voicesQuery(), select: voicesOf, enabled: isSettled })
  // Not needed for the first paint.
  const { data: rules } = useQuery({
    queryKey: ['line-voice'],
    queryFn: () => import('@andscene/screenplay/line-voice'),
    enabled: isSettled,
    staleTime: Infinity,
  })
  return (
    <span
      className={styles.language}
      data-chip="language"
      data-code={language.toUpperCase()}
      {...tip(rules && whoSpeaks(rules, language, castVoiceId, voices))}
    >
      {languageName(language)}
    </span>
  )
}

/** Undefined without a voice, and until the voices are loaded. */
function whoSpeaks(
  { voiceInLanguage }: typeof import('@andscene/screenplay/line-voice'),
  language: string,
  castVoiceId: string | undefined,
  voices: readonly Voice[] | undefined,
): string | undefined {
  const cast = voices?.find(({ voiceId }) => voiceId === castVoiceId)
  if (!cast || !voices) return undefined
  const speaker = voiceInLanguage(cast, language, voices)
  const name = languageName(language)
  return speaker ? `Spoken in ${name} by ${speaker.name}` : `No voice speaks ${name}. Spoken by ${cast.name}`
}
