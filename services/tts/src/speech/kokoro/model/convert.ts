import type { Convert } from './install-voices.ts'

const CONVERTER: string = '../engine/convert/convert-model.ts'

/** The engine's own conversion, loaded when it is needed: installing is seldom. */
export const convert: Convert = async (int8File, folder) => {
  const { convertModel } = (await import(CONVERTER)) as { convertModel: Convert }
  await convertModel(int8File, folder)
}
