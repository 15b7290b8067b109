import type { Clock } from '../ports.ts'

/** A list without outputs counts after this long: while the audio system restarts, it is empty for a moment. */
const EMPTY_MS = 1_000

/**
 * The audio outputs that the browser reports: without a permission only one, without a name. Undefined if the browser
 * cannot tell.
 */
async function outputsOf(devices: MediaDevices): Promise<MediaDeviceInfo[] | undefined> {
  const all = await devices.enumerateDevices().catch(() => undefined)
  return all?.filter(({ kind }) => kind === 'audiooutput')
}

const DEFAULT = 'default'

/** Whether the device that played was removed: the system's default one if it is known, otherwise the last one. */
function isTaken(before: readonly MediaDeviceInfo[], after: readonly MediaDeviceInfo[]): boolean {
  if (after.length === 0) return before.length > 0
  const played = before.find(({ deviceId }) => deviceId === DEFAULT)
  // Without their names, the outputs cannot be compared.
  return Boolean(played?.groupId) && after.every(({ groupId }) => groupId && groupId !== played?.groupId)
}

/**
 * Calls `onTaken` when the audio output is removed, such as headphones. On phones the system pauses the page instead
 * (media-session.ts).
 */
export function watchDevices(clock: Clock, onTaken: () => void): void {
  const { mediaDevices: devices } = navigator
  // Only for secure origins.
  if (!devices?.enumerateDevices) return
  let known = outputsOf(devices).then((listed) => listed ?? [])
  devices.addEventListener('devicechange', () => {
    known = known.then(async (before) => {
      let after = await outputsOf(devices)
      if (after?.length === 0 && before.length > 0) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, EMPTY_MS))
        after = await outputsOf(devices)
      }
      if (!after) return before
      if (isTaken(before, after)) onTaken()
      return after
    })
  })
}
