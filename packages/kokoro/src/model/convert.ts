import type { Convert } from './install-voices.ts'

/** The engine's own conversion, loaded when it is needed: installing is seldom. */
export const convert: Convert = async (int8File, folder) => {
  const { convertModel } = await import('../engine/convert/convert-model.ts')
  await convertModel(int8File, folder)
}
