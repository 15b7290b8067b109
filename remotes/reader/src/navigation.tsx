import { useParams } from 'react-router-dom'
import { PlaybackStrip } from './page/transport/playback-strip.tsx'

/** The shell's navigation bar on a script page (product §2): Assign Voices and the compact playback strip. */
export function Navigation() {
  const { scriptId = '' } = useParams()
  return <PlaybackStrip scriptId={scriptId} />
}
