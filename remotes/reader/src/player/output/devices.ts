/** The audio outputs that the browser reports: without a permission only one, without a name. */
async function outputsOf(devices: MediaDevices): Promise<MediaDeviceInfo[]> {
  const all = await devices.enumerateDevices().catch(() => [])
  return all.filter(({ kind }) => kind === 'audiooutput')
}

const DEFAULT = 'default'

/** Whether the device that played was removed: the system's default one if it is known, otherwise the last one. */
function isTaken(before: readonly MediaDeviceInfo[], after: readonly MediaDeviceInfo[]): boolean {
  const played = before.find(({ deviceId }) => deviceId === DEFAULT)
  if (played?.groupId) return !after.some(({ groupId }) => groupId === played.groupId)
  return before.length > 0 && after.length === 0
}

/**
 * Calls `onTaken` when the audio output is removed, such as headphones. On phones the system pauses the page instead
 * (media-session.ts).
 */
export function watchDevices(onTaken: () => void): void {
  const { mediaDevices: devices } = navigator
  // Only for secure origins.
  if (!devices?.enumerateDevices) return
  let known = outputsOf(devices)
  devices.addEventListener('devicechange', () => {
    known = known.then(async (before) => {
      const after = await outputsOf(devices)
      if (!isTaken(before, after)) return after
      // While the browser's audio service restarts, the list may be empty for a moment.
      const again = await outputsOf(devices)
      if (isTaken(before, again)) onTaken()
      return again
    })
  })
}
