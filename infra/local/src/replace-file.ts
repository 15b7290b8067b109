import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Replaces a file by `text` (mode 600), so that readers see the former or the new content. Rejects and keeps the former one
 * when the disk is full: write-file-atomic 8 writes once without checking how much, and leaves a truncated file.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
