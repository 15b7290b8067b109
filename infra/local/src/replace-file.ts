import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Replaces a file with `text` (mode 600) atomically for readers. Rejects and keeps the previous content when the disk
 * is full: write-file-atomic 8 writes once without checking the number of bytes, and leaves a truncated file.
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
