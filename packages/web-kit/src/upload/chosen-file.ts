import { FILE_TOO_LARGE, UPLOAD_EXTENSION, UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'

const WRONG_TYPE = 'Please select a FinalDraft (.fdx) file'
const ONE_AT_A_TIME = 'Please select a single file'

/** Why these files may not be uploaded, or null (product §5: one file, `.fdx` in any case, under 10 MB). */
export function uploadProblem(files: readonly { name: string; size: number }[]): string | null {
  const [file] = files
  if (!file) return WRONG_TYPE
  if (files.length > 1) return ONE_AT_A_TIME
  if (!file.name.toLowerCase().endsWith(UPLOAD_EXTENSION)) return WRONG_TYPE
  if (file.size >= UPLOAD_LIMIT_BYTES) return FILE_TOO_LARGE
  return null
}

/** Browsers refuse to read a file that was saved, moved or deleted after it was chosen. */
export async function canRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

export class FileChanged extends Error {
  override message = 'The file has changed on this device since you chose it. Choose it again to upload it.'
}
