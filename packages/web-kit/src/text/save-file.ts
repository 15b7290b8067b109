const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu
const LONGEST = 120
/** Delay before the object URL is revoked, so that the browser can start the download. Milliseconds. */
const RELEASE_AFTER_MS = 60_000

export function fileName(title: string, ending: string): string {
  const name = title
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, LONGEST)
    .trim()
  return `${name || 'Script'}.${ending}`
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS)
}
