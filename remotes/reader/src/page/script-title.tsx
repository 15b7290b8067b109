import { PageTitle } from '@andscene/web-kit/page-title'
import { isActive } from '../player/engine/state.ts'
import { usePlayerState } from '../player/use-player.ts'
import { useReading } from './reading-context.ts'

/** The tab's title: the script, and whether it is being read aloud. */
export function ScriptTitle() {
  const { script, session } = useReading()
  const mark = isActive(usePlayerState(session.player)) ? '▶ ' : ''
  return <PageTitle>{mark + script.title}</PageTitle>
}
